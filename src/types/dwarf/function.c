/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The types of a function's arguments and result, and the raw numbers of the arguments.
 *
 * The location of an argument at the function's first instruction decides (location.c). If it is
 * not stated, the calling convention decides, unless the function deviates from it. A compiler that
 * changed how a function is called marks it (DW_CC_nocall), or gives no location for a dropped
 * argument. Go has its own convention. Rust's is not documented; only some of its forms are
 * certain.
 *
 * Floating-point numbers are in registers that tracing programs cannot read; structs are in several
 * registers or in memory. Such arguments have no type here, but they are counted. A word on the
 * stack may hold a floating-point number; a value of two words has no type here.
 *
 * Decision: docs/dev/decisions/0077-float-registers-refused.md
 */
#include "types/dwarf/internal.h"

#include <dwarf.h>
#include <string.h>

enum { MAX_ARGS = 64 };

const char dt_dwarf_why_float[] =
    "it is a floating-point number in a register that tracing programs cannot read";

struct function {
	Dwarf_Die die;
	uint64_t addr;
	int language;	 // DW_LANG_...
	bool is_changed; // deviates from the convention
};

struct search {
	uint64_t addr;
	Dwarf_Die *ret;
	bool found;
};

/** Finds the first address of the function; if it has several parts, that of the first one. */
static bool first_address(Dwarf_Die *die, Dwarf_Addr *ret)
{
	Dwarf_Addr base, end;

	return !dwarf_lowpc(die, ret) || dwarf_ranges(die, 0, &base, ret, &end) > 0;
}

static int compare_address(Dwarf_Die *die, void *arg)
{
	struct search *s = arg;
	Dwarf_Addr low;

	if (!first_address(die, &low) || low != s->addr)
		return DWARF_CB_OK;
	*s->ret = *die;
	s->found = true;
	return DWARF_CB_ABORT;
}

/** Finds the entry of the function that begins at the address. */
static bool find_function(struct dt_dwarf_source *s, uint64_t addr, Dwarf_Die *ret)
{
	struct search search = {addr, ret, false};
	Dwarf_CU *cu = NULL;
	Dwarf_Die unit;

	if (dwarf_addrdie(s->dwarf, addr, &unit)) {
		dwarf_getfuncs(&unit, compare_address, &search, 0);
		return search.found;
	}
	// Some compilers write no table for dwarf_addrdie().
	while (!search.found && !dwarf_get_units(s->dwarf, cu, &cu, NULL, NULL, &unit, NULL))
		if (dwarf_haspc(&unit, addr) > 0)
			dwarf_getfuncs(&unit, compare_address, &search, 0);
	return search.found;
}

/** How a value is passed. */
struct passing {
	unsigned registers; // integer registers, 0 also for memory and floating point
	unsigned floats;    // floating-point registers
	bool is_direct;	    // the one register holds the value
	bool in_memory;
	bool is_even, may_be_even; // aligned to two words
};

/** The words of a struct that is passed in registers. */
struct words {
	unsigned integers; // bit i: word i holds data other than floats and doubles
	unsigned left;	   // bound on the members that are still examined
};

/** Reports whether the member is unaligned. Its struct is then not passed in registers. */
static bool is_unaligned(const struct dt_member *m)
{
	const struct dt_type *t = dt_type_resolve(m->type);

	return !m->bit_width && t->size && (dt_type_is_scalar(t) || dt_type_is_float(t)) &&
	       m->bit_offset % (8 * t->size);
}

/** Marks the integer words of a type at a bit offset. Returns false if they are unknown. */
static bool mark_integers(const struct dt_type *type, uint64_t bit, struct words *words)
{
	const struct dt_type *t = dt_type_resolve(type);
	bool is_result_known = words->left && bit < 128 && t->size <= 16;

	if (!is_result_known)
		return false;
	words->left--;
	if (dt_type_is_float(t))
		return true;
	if (dt_type_is_scalar(t)) {
		words->integers |= 1u << bit / 64;
		return true;
	}
	for (uint64_t i = 0; is_result_known && t->kind == DT_TYPE_ARRAY && i < t->nelems; i++)
		is_result_known =
		    mark_integers(t->ref, bit + 8 * i * dt_type_resolve(t->ref)->size, words);
	for (size_t i = 0; is_result_known && dt_type_is_sou(t) && i < t->n_members; i++)
		is_result_known =
		    !is_unaligned(&t->members[i]) &&
		    mark_integers(t->members[i].type, bit + t->members[i].bit_offset, words);
	return is_result_known && (t->kind == DT_TYPE_ARRAY || dt_type_is_sou(t));
}

/** Returns how a struct is passed in registers: each word in a register of its kind. */
static struct passing struct_passing(unsigned n_words, const struct dt_type *t)
{
	struct words words = {.left = 64};
	unsigned integers;

	// An array outside a struct is a vector, or from an unsupported language.
	if (!dt_type_is_sou(t) || !mark_integers(t, 0, &words))
		return (struct passing){.registers = DT_RAW_NONE};
	integers = (unsigned)__builtin_popcount(words.integers);
	if (integers > n_words)
		return (struct passing){.registers = DT_RAW_NONE};
	return (struct passing){.registers = integers, .floats = n_words - integers};
}

/** Reports whether a class is passed by reference, because its own code copies it. */
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

/** Reports whether the type is a pair of words, like Rust's slices and strings. Each word takes a
 *  register. */
static bool is_pair(const struct dt_dwarf_source *s, const struct dt_type *t)
{
	if (t->kind != DT_TYPE_STRUCT || t->n_members != 2 || t->size != 2 * s->calls.word)
		return false;
	for (size_t i = 0; i < t->n_members; i++) {
		const struct dt_type *m = t->members[i].type;

		if (!dt_type_is_scalar(m) || dt_type_resolve(m)->size != s->calls.word)
			return false;
	}
	return true;
}

/** Returns how a Rust aggregate is passed. Large ones are passed by reference, pairs as two values.
 *  For others it depends on the compiler's version. */
static struct passing rust_aggregate(const struct dt_dwarf_source *s, const struct dt_type *t)
{
	if (t->size > 2 * s->calls.word)
		return (struct passing){.registers = 1};
	return (struct passing){.registers = is_pair(s, t) ? 2 : t->size ? DT_RAW_NONE : 0};
}

enum { FLOATS_MAX = 4 }; // numbers of a struct that is passed in floating-point registers

/** A count of the numbers in a struct. */
struct floats {
	uint64_t size; // of each
	unsigned left; // bound on the members that are still examined
};

/** Counts the floating-point numbers of a type, all of one size. Returns more than FLOATS_MAX if
 *  there are more, or if it has other members. */
static unsigned count_floats(const struct dt_type *type, struct floats *f)
{
	const struct dt_type *t = dt_type_resolve(type);
	bool is_array = t->kind == DT_TYPE_ARRAY;
	uint64_t n = is_array ? t->nelems : dt_type_is_sou(t) ? t->n_members : 0;
	unsigned sum = 0;

	if (t->kind == DT_TYPE_FLOAT && (!f->size || f->size == t->size)) {
		f->size = t->size;
		return 1;
	}
	if (!n || n > f->left)
		return FLOATS_MAX + 1;
	f->left -= (unsigned)n;
	for (uint64_t i = 0; i < n && sum <= FLOATS_MAX; i++) {
		unsigned one = count_floats(is_array ? t->ref : t->members[i].type, f);

		sum = t->kind != DT_TYPE_UNION ? sum + one : one > sum ? one : sum;
	}
	return sum;
}

/** Reports whether a struct may consist of a scalar of two words, to whose size it is aligned. An
 *  integer of two words has the type of an array of unsigned words. */
static bool may_be_wide(const struct dt_dwarf_source *s, const struct dt_type *type)
{
	const struct dt_type *t = dt_type_resolve(type);

	for (unsigned depth = 0; depth < 64 && dt_type_is_sou(t) && t->n_members; depth++)
		t = dt_type_resolve(t->members[0].type);
	return t->size > s->calls.word && !dt_type_is_sou(t) &&
	       (t->kind != DT_TYPE_ARRAY || dt_type_is_scalar(t->ref));
}

/** Reports whether the type is the language's own: not a vector or an array. */
static bool is_base_type(Dwarf_Die *die)
{
	Dwarf_Attribute a;
	Dwarf_Die type;

	return dwarf_attr_integrate(die, DW_AT_type, &a) && dwarf_formref_die(&a, &type) &&
	       !dwarf_peel_type(&type, &type) && dwarf_tag(&type) == DW_TAG_base_type;
}

/** Returns how 64-bit Arm passes a value that is neither a scalar nor a single number. */
static struct passing aapcs64_aggregate(const struct dt_dwarf_source *s, Dwarf_Die *die,
					const struct dt_type *t)
{
	unsigned floats = count_floats(t, &(struct floats){.left = 64});
	bool is_integer = !dt_type_is_sou(t) && is_base_type(die) && t->size == 2 * s->calls.word;

	if (floats <= FLOATS_MAX)
		return (struct passing){.floats = floats};
	if (!dt_type_is_sou(t) && !is_integer) // a vector, or an array of another language
		return (struct passing){.registers = DT_RAW_NONE};
	if (t->size > s->calls.largest)
		return (struct passing){.registers = 1};
	return (struct passing){.registers = words_of(s, t),
				.is_even = is_integer || t->align > s->calls.word,
				.may_be_even = may_be_wide(s, t)};
}

static struct passing passing_of(const struct dt_dwarf_source *s, int language, Dwarf_Die *die,
				 const struct dt_type *type)
{
	const struct dt_type *t = dt_type_resolve(type);

	if (dt_type_is_scalar(t))
		return (struct passing){.registers = words_of(s, t),
					.is_direct = t->size <= s->calls.word,
					.is_even = t->size > s->calls.word};
	if (t->kind == DT_TYPE_FLOAT)
		return (struct passing){.in_memory = t->size > 8, .floats = 1};
	if (language == DW_LANG_Rust)
		return rust_aggregate(s, t);
	if (is_by_reference(die))
		return (struct passing){.registers = 1};
	if (s->calls.is_aapcs64)
		return aapcs64_aggregate(s, die, t);
	if (t->size > s->calls.largest || !t->size)
		return (struct passing){.in_memory = t->size};
	return struct_passing(words_of(s, t), t);
}

/** Moves to the next child that is a parameter, starting with the current one. */
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

/** Reports whether the entry is a result, which Go lists behind the arguments. */
static bool is_result(const struct function *f, Dwarf_Die *die)
{
	Dwarf_Attribute a;
	bool is_set;

	return f->language == DW_LANG_Go && dwarf_attr(die, DW_AT_variable_parameter, &a) &&
	       !dwarf_formflag(&a, &is_set) && is_set;
}

static unsigned add_words(unsigned next, unsigned n)
{
	return next + n < DT_RAW_REGISTER ? next + n : DT_RAW_NONE;
}

/** State between the arguments of a function. */
struct reading {
	struct dt_dwarf_source *s;
	struct function *f;
	unsigned next;	  // raw number of the next argument, by the convention
	unsigned floats;  // floating-point registers used
	unsigned stack;	  // is_aapcs64: words of the stack used
	bool memory_used; // uncounted values take words of the stack
};

/** Passes an argument by a convention with registers. Returns false if its word is unknown. */
static bool pass_in_registers(struct reading *r, Dwarf_Die *die, const struct dt_type *t)
{
	struct passing p = passing_of(r->s, r->f->language, die, t);
	bool on_stack = r->next + p.registers > r->s->calls.n_args;
	bool is_result_known = p.is_direct && !(on_stack && r->memory_used) && !r->f->is_changed;

	// A struct is in registers as a whole, or on the stack.
	if (p.registers && p.floats && r->floats + p.floats > r->s->calls.n_float_args)
		p.registers = DT_RAW_NONE;
	// Behind the registers, each word of the stack counts, also if it is not an integer.
	r->floats += p.floats;
	r->memory_used = r->memory_used || p.in_memory ||
			 (p.registers && on_stack && !p.is_direct) ||
			 r->floats > r->s->calls.n_float_args;
	r->next = add_words(r->next, p.registers);
	return is_result_known;
}

/** Passes an argument as 64-bit Arm does. *raw is its first register or word. Returns false if it
 *  is not in one register or word that tracing programs can read. */
static bool pass_by_aapcs64(struct reading *r, Dwarf_Die *die, const struct dt_type *t,
			    unsigned *raw)
{
	const struct dt_convention *c = &r->s->calls;
	struct passing p = passing_of(r->s, r->f->language, die, t);
	unsigned at = r->next + (p.is_even && r->next % 2);

	*raw = at;
	if (r->next == DT_RAW_NONE || p.registers == DT_RAW_NONE ||
	    (p.may_be_even && !p.is_even && (r->next % 2 || r->stack % 2))) {
		r->next = DT_RAW_NONE;
		return false;
	}
	if (p.floats && r->floats + p.floats <= c->n_float_args) {
		r->floats += p.floats;
		return false;
	}
	if (!p.floats && at + p.registers <= c->n_args) {
		r->next = at + p.registers;
		return p.is_direct && !r->f->is_changed;
	}
	*(p.floats ? &r->floats : &r->next) = p.floats ? c->n_float_args : c->n_args;
	r->stack += (p.is_even || (p.floats && t->align > c->word)) && r->stack % 2;
	*raw = add_words(c->n_args, r->stack);
	r->stack = add_words(r->stack, p.floats ? words_of(r->s, t) : p.registers);
	return p.is_direct && !r->f->is_changed;
}

/** Reports whether the value fits into a word of the stack. */
static bool fits_word(const struct dt_dwarf_source *s, const struct dt_type *t)
{
	return (dt_type_is_scalar(t) || dt_type_is_float(t)) &&
	       dt_type_resolve(t)->size <= s->calls.word;
}

/** Passes an argument by a convention without registers. Returns false if its word is unknown. */
static bool pass_on_stack(struct reading *r, const struct dt_type *t)
{
	r->next = add_words(r->next, words_of(r->s, t));
	return fits_word(r->s, t) && !r->f->is_changed;
}

/** Returns the raw number of an argument, or DT_RAW_NONE if it has none or it is unknown. */
static unsigned read_arg(struct reading *r, Dwarf_Die *die, const struct dt_type *t)
{
	const struct dt_convention *c = &r->s->calls;
	struct dt_dwarf_location location = dt_dwarf_location_of(r->s, &r->f->die, die, r->f->addr);
	bool is_word = fits_word(r->s, t);
	bool by_words = !c->n_args, is_result_known;
	unsigned raw;

	// If only its own file calls a function, the compiler may pass words in registers instead.
	// The next words then take their positions on the stack.
	if (by_words && location.kind == DT_DWARF_RAW && location.raw < DT_RAW_REGISTER)
		r->next = location.raw;
	else if (by_words && location.kind != DT_DWARF_UNSTATED)
		return is_word && location.kind == DT_DWARF_RAW ? location.raw : DT_RAW_NONE;
	raw = r->next;
	is_result_known = by_words	  ? pass_on_stack(r, t)
			  : c->is_aapcs64 ? pass_by_aapcs64(r, die, t, &raw)
					  : pass_in_registers(r, die, t);
	if (location.kind == DT_DWARF_RAW)
		return is_word ? location.raw : DT_RAW_NONE;
	return is_result_known && location.kind != DT_DWARF_ABSENT ? raw : DT_RAW_NONE;
}

/** The arguments read so far. */
struct arguments {
	const struct dt_type *types[MAX_ARGS];
	const char *names[MAX_ARGS];
	const char *why[MAX_ARGS];
	uint8_t raw[MAX_ARGS];
	size_t n;
};

/** Returns why an argument or result outside a single integer register or word cannot be read, or
 *  NULL if there is no special reason. */
static const char *why_unread(const struct dt_dwarf_source *s, const struct dt_type *type,
			      bool is_result)
{
	const struct dt_type *t = dt_type_resolve(type);

	if (t->kind == DT_TYPE_FLOAT && !is_result && (!s->calls.n_args || !dt_type_is_float(t)))
		return "it takes several words of the stack";
	if (t->kind == DT_TYPE_FLOAT)
		return dt_dwarf_why_float;
	if (dt_type_is_sou(t) || t->kind == DT_TYPE_ARRAY)
		return "its parts are passed in several registers, or on the stack";
	return NULL;
}

static void read_args(struct dt_dwarf_source *s, struct function *f, unsigned next,
		      struct arguments *ret)
{
	struct reading r = {.s = s, .f = f, .next = next};
	Dwarf_Die child;

	for (bool more = first_parameter(&f->die, &child); more && ret->n < MAX_ARGS;
	     more = next_parameter(&child)) {
		const struct dt_type *t = dt_dwarf_type_of(s, &child);

		if (is_result(f, &child))
			break;
		ret->raw[ret->n] = (uint8_t)read_arg(&r, &child, t);
		ret->types[ret->n] = ret->raw[ret->n] == DT_RAW_NONE ? NULL : t;
		ret->why[ret->n] = ret->types[ret->n] ? NULL : why_unread(s, t, false);
		ret->names[ret->n++] = dwarf_diename(&child);
	}
}

/** Returns the type of the function's result; in Go, of the first result. */
static const struct dt_type *result_of(struct dt_dwarf_source *s, struct function *f)
{
	Dwarf_Die child;

	for (bool more = f->language == DW_LANG_Go && first_parameter(&f->die, &child); more;
	     more = next_parameter(&child))
		if (is_result(f, &child))
			return dt_dwarf_type_of(s, &child);
	return dt_dwarf_type_of(s, &f->die);
}

/** Reports whether a hidden first argument points to the memory for a large result. */
static bool has_hidden(struct dt_dwarf_source *s, struct function *f, const struct dt_type *result)
{
	const struct dt_type *t = dt_type_resolve(result);

	if (t->kind == DT_TYPE_VOID || t->kind == DT_TYPE_FLOAT || dt_type_is_scalar(t))
		return false;
	if (f->language != DW_LANG_Rust)
		return !s->calls.is_aapcs64 &&
		       (t->size > s->calls.largest || is_by_reference(&f->die));
	// The result has two words but is not a pair: the compiler's version decides.
	f->is_changed |= t->size > s->calls.word && t->size <= 2 * s->calls.word && !is_pair(s, t);
	return t->size > 2 * s->calls.word;
}

static bool is_result_known(const struct dt_dwarf_source *s, const struct dt_type *result)
{
	const struct dt_type *t = dt_type_resolve(result);

	if (t->kind == DT_TYPE_VOID)
		return true;
	return dt_type_is_scalar(t) && t->size <= s->calls.word;
}

/** Reports whether an argument may have been dropped, so that the others have moved up. Compilers
 *  give a location for each argument that is passed. */
static bool has_dropped(const struct function *f)
{
	Dwarf_Die function = f->die, child;

	for (bool more = first_parameter(&function, &child); more; more = next_parameter(&child))
		if (!is_result(f, &child) && !dwarf_hasattr_integrate(&child, DW_AT_location))
			return true;
	return false;
}

static void find_convention(struct function *f)
{
	Dwarf_Die unit;
	uint64_t how;

	f->language = dwarf_diecu(&f->die, &unit, NULL, NULL) ? dwarf_srclang(&unit) : 0;
	f->is_changed =
	    f->language == DW_LANG_Go || has_dropped(f) ||
	    (dt_dwarf_number(&f->die, DW_AT_calling_convention, &how) && how == DW_CC_nocall);
}

static void *keep_data(struct dt_dwarf_source *s, const void *data, size_t size)
{
	return memcpy(dt_type_memory(s->u, size + 1), data, size);
}

bool dt_dwarf_function(struct dt_dwarf_source *s, uint64_t addr, struct dt_dwarf_function *ret)
{
	struct function f = {.addr = addr};
	struct arguments args = {.n = 0};
	const struct dt_type *result;

	if (!find_function(s, addr, &f.die))
		return false;
	find_convention(&f);
	result = result_of(s, &f);
	read_args(s, &f, has_hidden(s, &f, result), &args);
	*ret = (struct dt_dwarf_function){
	    .args = keep_data(s, args.types, args.n * sizeof(*args.types)),
	    .names = keep_data(s, args.names, args.n * sizeof(*args.names)),
	    .raw = keep_data(s, args.raw, args.n),
	    .why = keep_data(s, args.why, args.n * sizeof(*args.why)),
	    .n_args = args.n,
	    .omits_blank = f.language == DW_LANG_Go,
	    .result = is_result_known(s, result) ? result : NULL,
	    .why_result = is_result_known(s, result) ? NULL : why_unread(s, result, true),
	};
	return true;
}
