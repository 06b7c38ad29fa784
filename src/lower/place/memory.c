/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Loads, stores and copies of places.
 */
#include "lower/place/place.h"

#include "lower/verifier/verifier.h"

enum { UNROLLED = 64 }; // max. bytes copied word by word

static bool is_foreign(const struct dt_place *p)
{
	return p->kind == DT_PLACE_KERNEL || p->kind == DT_PLACE_USER;
}

/** Returns the place's address as a base register, to which *off must be added. */
static dt_reg base_of(struct dt_gen *g, const struct dt_place *p, int64_t *off)
{
	*off = p->off;
	return p->index ? dt_ir_bin(g->f, DT_IR_ADD, p->base, p->index) : p->base;
}

static dt_reg load_at(struct dt_gen *g, const struct dt_place *p, dt_reg base, int64_t off)
{
	uint32_t size = dt_type_resolve(p->type)->size;
	dt_reg r;

	if (p->bytewise)
		return dt_bits_load(g, p, base, off);
	r = dt_ir_load(g->f, size, base, off);
	if (p->bit_width)
		return dt_bits_extract(g, p, r);
	if (size < 8 && dt_type_is_signed(p->type))
		r = dt_ir_un(g->f, DT_IR_SEXT, size, r);
	return r;
}

static dt_reg load_foreign(struct dt_gen *g, const struct dt_place *p)
{
	unsigned taken = dt_gen_stack_alloc(g, p->bytewise ? 16 : 8);
	dt_reg r;

	dt_foreign_read(g, dt_gen_stack_addr(g, taken), dt_place_bytes(p), p);
	r = load_at(g, p, dt_gen_stack_addr(g, taken), 0);
	dt_gen_stack_release(g, taken);
	return r;
}

dt_reg dt_place_load(struct dt_gen *g, const struct dt_place *p)
{
	dt_label missing;
	dt_reg r, base;
	int64_t off;

	switch (p->kind) {
	case DT_PLACE_REG:
		return dt_ir_mov(g->f, p->base);
	case DT_PLACE_KERNEL:
	case DT_PLACE_USER:
		return load_foreign(g, p);
	case DT_PLACE_MEM:
		base = base_of(g, p, &off);
		return load_at(g, p, base, off);
	case DT_PLACE_NULLABLE:
		break;
	}
	missing = dt_ir_label(g->f);
	r = dt_ir_reg(g->f);
	dt_ir_const_to(g->f, r, 0);
	dt_ir_branchi(g->f, DT_IR_EQ, p->base, 0, missing);
	base = base_of(g, p, &off);
	dt_ir_mov_to(g->f, r, load_at(g, p, base, off));
	dt_ir_place(g->f, missing);
	return r;
}

void dt_place_store(struct dt_gen *g, const struct dt_place *p, dt_reg value)
{
	uint32_t size = dt_type_resolve(p->type)->size;
	dt_reg base;
	int64_t off;

	if (p->kind == DT_PLACE_REG) {
		dt_ir_mov_to(g->f, p->base, dt_verifier_kept(g, p->base, p->type, value));
		return;
	}
	base = base_of(g, p, &off);
	if (p->bytewise) {
		dt_bits_store(g, p, base, off, value);
		return;
	}
	if (p->bit_width)
		value = dt_bits_insert(g, p, dt_ir_load(g->f, size, base, off), value);
	dt_ir_store(g->f, size, base, off, value);
}

static void copy_own(struct dt_gen *g, dt_reg dst, int64_t off, dt_reg src, int64_t src_off,
		     uint32_t size, unsigned align)
{
	uint32_t at = 0;

	if (size > UNROLLED || size > 8 * align) {
		dt_ir_env(g->f, DT_ENV_COPY, dt_ir_bini(g->f, DT_IR_ADD, dst, off),
			  dt_ir_const(g->f, size), dt_ir_bini(g->f, DT_IR_ADD, src, src_off));
		return;
	}
	for (unsigned width = align < 8 ? align : 8; width; width /= 2)
		for (; at + width <= size; at += width)
			dt_ir_store(g->f, width, dst, off + at,
				    dt_ir_load(g->f, width, src, src_off + at));
}

void dt_place_copy(struct dt_gen *g, dt_reg dst, int64_t off, const struct dt_place *p,
		   uint32_t size)
{
	unsigned align = dt_type_resolve(p->type)->align;
	dt_label missing, end;
	int64_t src_off;
	dt_reg src;

	if (is_foreign(p)) {
		dt_foreign_read(g, dt_ir_bini(g->f, DT_IR_ADD, dst, off), size, p);
		return;
	}
	if (p->kind == DT_PLACE_MEM) {
		src = base_of(g, p, &src_off);
		copy_own(g, dst, off, src, src_off, size, align ? align : 1);
		return;
	}
	// Zero only a missing place: in x = x both places are the same.
	missing = dt_ir_label(g->f);
	end = dt_ir_label(g->f);
	dt_ir_branchi(g->f, DT_IR_EQ, p->base, 0, missing);
	src = base_of(g, p, &src_off);
	copy_own(g, dst, off, src, src_off, size, align ? align : 1);
	dt_ir_jump(g->f, end);
	dt_ir_place(g->f, missing);
	dt_gen_zero(g, dst, off, size);
	dt_ir_place(g->f, end);
}

dt_reg dt_place_direct(struct dt_gen *g, const struct dt_place *p)
{
	int64_t off;
	dt_reg base = base_of(g, p, &off);

	return dt_ir_bini(g->f, DT_IR_ADD, base, off);
}

/** Returns an address in the thread's struct, or NULL if the thread has none. */
static dt_reg self_address(struct dt_gen *g, const struct dt_place *p)
{
	dt_label none = dt_ir_label(g->f);
	dt_reg r = dt_ir_reg(g->f);

	dt_ir_const_to(g->f, r, 0);
	dt_ir_branchi(g->f, DT_IR_EQ, p->base, 0, none);
	dt_ir_mov_to(g->f, r, dt_gen_number(g, dt_place_direct(g, p)));
	dt_ir_place(g->f, none);
	return r;
}

dt_reg dt_place_address(struct dt_gen *g, const struct dt_place *p)
{
	uint32_t size = dt_type_resolve(p->type)->size, used = g->memory.used;
	dt_reg copy, self;

	if (is_foreign(p))
		return dt_foreign_address(g, p);
	if (p->kind == DT_PLACE_MEM)
		return dt_gen_number(g, dt_place_direct(g, p));
	if (dt_cache_find(&g->cache, DT_CACHE_SELF, 0, &self) && self == p->base)
		return self_address(g, p);
	g->memory.used += dt_lower_round(size, 8);
	copy = dt_gen_slot(g, used, g->memory.used);
	dt_place_copy(g, copy, 0, p, size);
	return dt_gen_number(g, copy);
}
