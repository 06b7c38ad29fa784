/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Bit-fields. Usually a bit-field is within a unit of its type, which is loaded or stored as a
 * whole. In a packed struct it may cross units; it is then accessed bytewise, in up to nine bytes.
 */
#include "lower/place/place.h"

dt_reg dt_bits_extract(struct dt_gen *g, const struct dt_place *p, dt_reg unit)
{
	dt_reg high = dt_ir_bini(g->f, DT_IR_SHL, unit, 64 - p->bit_off - p->bit_width);

	return dt_ir_bini(g->f, dt_type_is_signed(p->type) ? DT_IR_SAR : DT_IR_SHR, high,
			  64 - p->bit_width);
}

uint32_t dt_place_bytes(const struct dt_place *p)
{
	return p->bytewise ? (p->bit_off + p->bit_width + 7) / 8 : dt_type_resolve(p->type)->size;
}

dt_reg dt_bits_load(struct dt_gen *g, const struct dt_place *p, dt_reg base, int64_t off)
{
	struct dt_place moved = *p;
	dt_reg r = dt_ir_bini(g->f, DT_IR_SHR, dt_ir_load(g->f, 1, base, off), p->bit_off), byte;

	for (uint32_t i = 1; i < dt_place_bytes(p); i++) {
		byte = dt_ir_load(g->f, 1, base, off + i);
		byte = dt_ir_bini(g->f, DT_IR_SHL, byte, 8 * i - p->bit_off);
		r = dt_ir_bin(g->f, DT_IR_OR, r, byte);
	}
	moved.bit_off = 0;
	return dt_bits_extract(g, &moved, r);
}

dt_reg dt_bits_insert(struct dt_gen *g, const struct dt_place *p, dt_reg unit, dt_reg value)
{
	uint64_t mask = (p->bit_width == 64 ? ~0ULL : (1ULL << p->bit_width) - 1) << p->bit_off;
	dt_reg bits = dt_ir_bini(g->f, DT_IR_SHL, value, p->bit_off);

	bits = dt_ir_bini(g->f, DT_IR_AND, bits, mask);
	unit = dt_ir_bini(g->f, DT_IR_AND, unit, ~mask);
	return dt_ir_bin(g->f, DT_IR_OR, unit, bits);
}

void dt_bits_store(struct dt_gen *g, const struct dt_place *p, dt_reg base, int64_t off,
		   dt_reg value)
{
	for (uint32_t i = 0; i < dt_place_bytes(p); i++) {
		// The field's bits in this byte: `n` bits at `low`, from bit `from` of the field.
		unsigned low = i ? 0 : p->bit_off, from = i ? 8 * i - p->bit_off : 0;
		unsigned n = p->bit_width - from < 8 - low ? p->bit_width - from : 8 - low;
		struct dt_place part = {.bit_off = low, .bit_width = n};
		dt_reg bits = from ? dt_ir_bini(g->f, DT_IR_SHR, value, from) : value;

		dt_ir_store(g->f, 1, base, off + i,
			    dt_bits_insert(g, &part, dt_ir_load(g->f, 1, base, off + i), bits));
	}
}

void dt_place_bits(struct dt_place *p, uint64_t bit_offset, unsigned bit_width, uint64_t whole)
{
	uint64_t size = dt_type_resolve(p->type)->size, unit = bit_offset / (8 * size);

	p->bit_width = bit_width;
	p->bit_off = bit_offset % (8 * size);
	if (p->bit_off + bit_width <= 8 * size && (unit + 1) * size <= whole) {
		p->off += unit * size;
		return;
	}
	p->bytewise = true;
	p->off += bit_offset / 8;
	p->bit_off = bit_offset % 8;
}
