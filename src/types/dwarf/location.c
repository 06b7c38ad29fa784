/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Locations of arguments at the first instruction of their function, by the debug information.
 *
 * A list of locations gives the location at each address, including the first. A single location
 * applies to the whole function. If it is on the stack above the return address, or in a register
 * for arguments, it is valid from the first instruction. If it is another register or in the
 * function's frame, the first instructions move the value there. Any other expression, or one that
 * cannot be read, says nothing about how the argument was passed.
 */
#include "types/dwarf/internal.h"

#include <dwarf.h>

/** Reports whether locations of the function are relative to the CFA, the end of its frame. */
static bool counts_from_frame(Dwarf_Die *function)
{
	Dwarf_Attribute a;
	Dwarf_Block base; // some compilers use a form that libdw does not accept as an expression

	return dwarf_attr_integrate(function, DW_AT_frame_base, &a) &&
	       !dwarf_formblock(&a, &base) && base.length == 1 &&
	       *base.data == DW_OP_call_frame_cfa;
}

static struct dt_dwarf_location in_register(const struct dt_dwarf_source *s, unsigned reg,
					    bool is_single)
{
	for (unsigned i = 0; i < s->calls.n_args; i++)
		if (s->calls.dwarf_args[i] == reg)
			return (struct dt_dwarf_location){DT_DWARF_RAW, i};
	if (is_single || reg >= s->calls.n_dwarf)
		return (struct dt_dwarf_location){.kind = DT_DWARF_MOVED};
	return (struct dt_dwarf_location){DT_DWARF_RAW, DT_RAW_REGISTER + reg};
}

static struct dt_dwarf_location in_frame(const struct dt_dwarf_source *s, Dwarf_Die *function,
					 int64_t offset)
{
	int64_t word = offset / s->calls.word + s->calls.n_args;

	if (!counts_from_frame(function))
		return (struct dt_dwarf_location){.kind = DT_DWARF_UNSTATED};
	if (offset < 0)
		return (struct dt_dwarf_location){.kind = DT_DWARF_MOVED};
	if (offset % s->calls.word || word >= DT_RAW_REGISTER)
		return (struct dt_dwarf_location){.kind = DT_DWARF_ABSENT};
	return (struct dt_dwarf_location){DT_DWARF_RAW, (unsigned)word};
}

/** Reports whether the expression begins with a register or with the function's frame. */
static bool is_of_function(const Dwarf_Op *op)
{
	static const struct {
		uint8_t first, last;
	} beginnings[] = {
	    {DW_OP_reg0, DW_OP_reg31},
	    {DW_OP_regx, DW_OP_regx},
	    {DW_OP_breg0, DW_OP_breg31},
	    {DW_OP_bregx, DW_OP_bregx},
	    {DW_OP_fbreg, DW_OP_fbreg},
	    {DW_OP_call_frame_cfa, DW_OP_call_frame_cfa},
	    {DW_OP_entry_value, DW_OP_entry_value},
	    {DW_OP_GNU_entry_value, DW_OP_GNU_entry_value},
	    {DW_OP_regval_type, DW_OP_regval_type},
	    {DW_OP_GNU_regval_type, DW_OP_GNU_regval_type},
	};

	for (size_t i = 0; i < dt_array_len(beginnings); i++)
		if (op->atom >= beginnings[i].first && op->atom <= beginnings[i].last)
			return true;
	return false;
}

struct dt_dwarf_location dt_dwarf_location_of(const struct dt_dwarf_source *s, Dwarf_Die *function,
					      Dwarf_Die *die, uint64_t addr)
{
	Dwarf_Attribute a;
	Dwarf_Op *op;
	bool is_single;
	int found;
	size_t n;

	if (dwarf_hasattr_integrate(die, DW_AT_const_value))
		return (struct dt_dwarf_location){.kind = DT_DWARF_ABSENT};
	if (!dwarf_attr_integrate(die, DW_AT_location, &a))
		return (struct dt_dwarf_location){.kind = DT_DWARF_UNSTATED};
	found = dwarf_getlocation_addr(&a, addr, &op, &n, 1);
	if (!found || (found == 1 && !n))
		return (struct dt_dwarf_location){.kind = DT_DWARF_UNSTATED};
	if (found < 0 || !is_of_function(op))
		return (struct dt_dwarf_location){.kind = DT_DWARF_ABSENT};
	if (n != 1)
		return (struct dt_dwarf_location){.kind = DT_DWARF_MOVED};
	is_single = dwarf_whatform(&a) == DW_FORM_exprloc || dwarf_whatform(&a) == DW_FORM_block1;
	if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31)
		return in_register(s, op->atom - DW_OP_reg0, is_single);
	if (op->atom == DW_OP_call_frame_cfa)
		return in_frame(s, function, 0);
	if (op->atom == DW_OP_fbreg)
		return in_frame(s, function, (int64_t)op->number);
	return (struct dt_dwarf_location){.kind = DT_DWARF_MOVED};
}
