/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions: which types they take and give, and which of a probe's integer arguments each is.
 *
 * Where arguments are in registers, that follows from the calling convention. Floating-point
 * numbers are in other registers, structs in several or in memory: these have no type here, but
 * they count.
 *
 * Where all arguments are words on the stack, the compiler may have moved those of a function that
 * only its own file calls to registers; where they are at the first instruction is asked of the
 * debug information. What takes two words has no type here.
 */
#include "types/dwarf/internal.h"

#include <dwarf.h>
#include <string.h>

enum { MAX_ARGS = 64 };

struct search {
	uint64_t addr;
	Dwarf_Die *ret;
	bool found;
};

/** Of a function in several parts, the first. */
static bool first_address(Dwarf_Die *die, Dwarf_Addr *ret)
{
	Dwarf_Addr base, end;

	return !dwarf_lowpc(die, ret) || dwarf_ranges(die, 0, &base, ret, &end) > 0;
}

static int compare(Dwarf_Die *die, void *arg)
{
	struct search *s = arg;
	Dwarf_Addr low;

	if (!first_address(die, &low) || low != s->addr)
		return DWARF_CB_OK;
	*s->ret = *die;
	s->found = true;
	return DWARF_CB_ABORT;
}

/** The entry of the function that begins there. */
static bool find_function(struct dt_dwarf_source *s, uint64_t addr, Dwarf_Die *ret)
{
	struct search search = {addr, ret, false};
	Dwarf_CU *cu = NULL;
	Dwarf_Die unit;

	if (dwarf_addrdie(s->dwarf, addr, &unit)) {
		dwarf_getfuncs(&unit, compare, &search, 0);
		return search.found;
	}
	// Not every compiler leaves the table that was just asked.
	while (!search.found && !dwarf_get_units(s->dwarf, cu, &cu, NULL, NULL, &unit, NULL))
		if (dwarf_haspc(&unit, addr) > 0)
			dwarf_getfuncs(&unit, compare, &search, 0);
	return search.found;
}

/** How a value is handed over. */
struct passing {
	unsigned registers; // integer registers, 0 also for memory and floating point
	unsigned floats;    // registers of the other kind
	bool is_direct;	    // the one register holds the value
	bool in_memory;
};

static bool has_float(const struct dt_type *t, unsigned depth)
{
	t = dt_type_resolve(t);
	if (t->kind == DT_TYPE_FLOAT)
		return true;
	if (t->kind == DT_TYPE_ARRAY)
		return depth < 8 && has_float(t->ref, depth + 1);
	for (size_t i = 0; dt_type_is_sou(t) && depth < 8 && i < t->n_members; i++)
		if (has_float(t->members[i].type, depth + 1))
			return true;
	return false;
}

/** A class that is copied by its own code is handed over by reference. */
static bool is_by_reference(Dwarf_Die *die)
{
	Dwarf_Attribute a;
	Dwarf_Die type;
	uint64_t how;

	return dwarf_attr_integrate(die, DW_AT_type, &a) && dwarf_formref_die(&a, &type) &&
	       dt_dwarf_number(&type, DW_AT_calling_convention, &how) &&
	       how == DW_CC_pass_by_reference;
}

static unsigned words_of(const struct dt_dwarf_source *s, const struct dt_type *t)
{
	return (unsigned)((t->size + s->calls.word - 1) / s->calls.word);
}

static struct passing passing_of(const struct dt_dwarf_source *s, Dwarf_Die *die,
				 const struct dt_type *type)
{
	const struct dt_type *t = dt_type_resolve(type);

	if (dt_type_is_scalar(t))
		return (struct passing){.registers = 1, .is_direct = true};
	if (t->kind == DT_TYPE_FLOAT)
		return (struct passing){.in_memory = t->size > 8, .floats = 1};
	if (is_by_reference(die))
		return (struct passing){.registers = 1};
	if (t->size > s->calls.largest || !t->size)
		return (struct passing){.in_memory = t->size};
	// Where members are mixed, which halves are floating point is not looked into: nothing
	// behind such a struct is told.
	return (struct passing){.registers = has_float(t, 0) ? UINT8_MAX : words_of(s, t)};
}

/** Go on to the next child that is a parameter, from here if one is here. */
static bool find_parameter(int none, Dwarf_Die *child)
{
	while (!none && dwarf_tag(child) != DW_TAG_formal_parameter)
		none = dwarf_tag(child) == DW_TAG_unspecified_parameters ||
		       dwarf_siblingof(child, child);
	return !none;
}

static bool first_parameter(Dwarf_Die *function, Dwarf_Die *child)
{
	return find_parameter(dwarf_child(function, child), child);
}

static bool next_parameter(Dwarf_Die *child)
{
	return find_parameter(dwarf_siblingof(child, child), child);
}

static size_t read_args(struct dt_dwarf_source *s, Dwarf_Die *function, unsigned next,
			const struct dt_type **types, uint8_t *raw)
{
	unsigned floats = 0;
	bool memory_used = false;
	Dwarf_Die child;
	size_t n = 0;

	for (bool more = first_parameter(function, &child); more && n < MAX_ARGS;
	     more = next_parameter(&child)) {
		const struct dt_type *t = dt_dwarf_type_of(s, &child);
		struct passing p = passing_of(s, &child, t);
		bool on_stack = next + p.registers > s->calls.n_args;

		// Behind the registers each word of the stack counts, and not only integers are
		// there.
		types[n] = p.is_direct && !(on_stack && memory_used) ? t : NULL;
		raw[n++] = (uint8_t)next;
		floats += p.floats;
		memory_used = memory_used || p.in_memory ||
			      (p.registers && on_stack && !p.is_direct) ||
			      floats > s->calls.n_float_args;
		next = next + p.registers < UINT8_MAX ? next + p.registers : UINT8_MAX;
	}
	return n;
}

// ---- programs with all arguments on the stack

/** Do locations of the function count from its frame's end, where the return address is? */
static bool counts_from_frame(Dwarf_Die *function)
{
	Dwarf_Attribute a;
	Dwarf_Op *op;
	size_t n;

	return dwarf_attr_integrate(function, DW_AT_frame_base, &a) &&
	       !dwarf_getlocation(&a, &op, &n) && n == 1 && op->atom == DW_OP_call_frame_cfa;
}

/** The word of the stack in which the argument is at the function's first instruction; false: it is
 *  elsewhere. `*ret` stays as it is if nothing is known of it. */
static bool find_word(const struct dt_dwarf_source *s, Dwarf_Die *function, Dwarf_Die *die,
		      uint64_t addr, unsigned *ret)
{
	const unsigned word = s->calls.word;
	Dwarf_Attribute a;
	Dwarf_Op *op;
	size_t n;

	if (!dwarf_attr_integrate(die, DW_AT_location, &a) ||
	    dwarf_getlocation_addr(&a, addr, &op, &n, 1) != 1 || !n)
		return true;
	if (n != 1 || op->atom != DW_OP_fbreg)
		return false;
	if (!counts_from_frame(function))
		return true;
	if (op->number % word || op->number / word >= UINT8_MAX)
		return false;
	*ret = (unsigned)(op->number / word);
	return true;
}

static size_t read_words(struct dt_dwarf_source *s, Dwarf_Die *function, uint64_t addr,
			 unsigned next, const struct dt_type **types, uint8_t *raw)
{
	Dwarf_Die child;
	size_t n = 0;

	for (bool more = first_parameter(function, &child); more && n < MAX_ARGS;
	     more = next_parameter(&child)) {
		const struct dt_type *t = dt_dwarf_type_of(s, &child);
		bool is_found = find_word(s, function, &child, addr, &next);
		bool is_direct = dt_type_is_scalar(dt_type_resolve(t)) && t->size <= s->calls.word;

		types[n] = is_found && is_direct ? t : NULL;
		raw[n++] = (uint8_t)next;
		next += is_found ? words_of(s, t) : 0;
		next = next < UINT8_MAX ? next : UINT8_MAX;
	}
	return n;
}

static bool is_told(const struct dt_dwarf_source *s, const struct dt_type *result)
{
	const struct dt_type *t = dt_type_resolve(result);

	if (t->kind == DT_TYPE_VOID)
		return true;
	return dt_type_is_scalar(t) && t->size <= s->calls.word;
}

bool dt_dwarf_function(struct dt_dwarf_source *s, uint64_t addr, struct dt_dwarf_function *ret)
{
	const struct dt_type *types[MAX_ARGS], **copy, *result;
	uint8_t raw[MAX_ARGS], *raw_copy;
	Dwarf_Die die;
	bool is_hidden;
	size_t n;

	if (!find_function(s, addr, &die))
		return false;
	result = dt_dwarf_type_of(s, &die);
	// A large result is written to where a hidden first argument points.
	is_hidden = result->kind != DT_TYPE_VOID && !dt_type_is_scalar(dt_type_resolve(result)) &&
		    dt_type_resolve(result)->kind != DT_TYPE_FLOAT &&
		    (result->size > s->calls.largest || is_by_reference(&die));
	n = s->calls.n_args ? read_args(s, &die, is_hidden, types, raw)
			    : read_words(s, &die, addr, is_hidden, types, raw);
	copy = dt_type_memory(s->u, n * sizeof(*copy) + 1);
	raw_copy = dt_type_memory(s->u, n + 1);
	memcpy(copy, types, n * sizeof(*copy));
	memcpy(raw_copy, raw, n);
	*ret = (struct dt_dwarf_function){
	    .args = copy,
	    .raw = raw_copy,
	    .n_args = n,
	    .result = is_told(s, result) ? result : NULL,
	};
	return true;
}
