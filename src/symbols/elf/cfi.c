/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libdw reads the tables and computes a row; only rows in which the frame is at a fixed distance
 * from the stack or the frame pointer count, as compilers write them. Stubs of the PLT and signal
 * frames have expressions instead.
 */
#include "symbols/elf/cfi.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdlib.h>

void dt_cfi_init(struct dt_cfi *c, void *elf, bool is_32bit)
{
	*c = (struct dt_cfi){.elf = elf, .is_32bit = is_32bit};
}

void dt_cfi_deinit(struct dt_cfi *c)
{
	if (c->cfi)
		dwarf_cfi_end(c->cfi);
	*c = (struct dt_cfi){0};
}

/** Of DW_OP_breg0 … 31 and DW_OP_bregx; -1 if it is neither. */
static int base_register(const Dwarf_Op *op, int64_t *offset)
{
	if (op->atom == DW_OP_bregx) {
		*offset = (int64_t)op->number2;
		return op->number < 128 ? (int)op->number : -1;
	}
	*offset = (int64_t)op->number;
	return op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31 ? op->atom - DW_OP_breg0 : -1;
}

static bool read_row(const struct dt_cfi *c, Dwarf_Frame *frame, struct dt_frame_rule *ret)
{
	// Numbers of the registers as DWARF counts them.
	const int bp = c->is_32bit ? 5 : 6, sp = c->is_32bit ? 4 : 7;
	Dwarf_Op *ops, memory[3];
	Dwarf_Addr start, end;
	bool is_signal;
	int64_t cfa;
	size_t n;
	int base;

	if (dwarf_frame_info(frame, &start, &end, &is_signal) < 0 || is_signal ||
	    dwarf_frame_cfa(frame, &ops, &n) || n != 1)
		return false;
	base = base_register(ops, &cfa);
	if (base != bp && base != sp)
		return false;
	ret->start = start;
	ret->end = end;
	ret->from_bp = base == bp;
	// The CFA is where the stack pointer was before the call.
	ret->return_at = cfa - (c->is_32bit ? 4 : 8);
	ret->bp_saved = !dwarf_frame_register(frame, bp, memory, &ops, &n) && n;
	return true;
}

bool dt_cfi_rule(struct dt_cfi *c, uint64_t addr, struct dt_frame_rule *ret)
{
	Dwarf_Frame *frame;

	if (!c->has_last || addr < c->last.start || addr >= c->last.end) {
		if (!c->tried && c->elf)
			c->cfi = dwarf_getcfi_elf(c->elf);
		c->tried = true;
		if (!c->cfi || dwarf_cfi_addrframe(c->cfi, addr, &frame))
			return false;
		c->has_last = read_row(c, frame, &c->last);
		free(frame);
		if (!c->has_last)
			return false;
	}
	*ret = c->last;
	return true;
}
