/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Converts entries of debug information to types of the universe, as btf/source.c does for the
 * kernel. A struct is first a forward declaration of known size and gets its members when it is
 * resolved. An entry that refers to itself before its conversion has ended is void there; this
 * happens only in damaged data. libdw checks the bounds of its reads.
 *
 * Classes are structs, references are pointers. Not supported: types in type units, 128-bit
 * integers (two unsigned longs instead), pointers to members (unsigned long instead).
 */
#include "types/dwarf/internal.h"

#include <dwarf.h>
#include <string.h>

enum { MAX_ENUMERATORS = 65536, MAX_DIMENSIONS = 8 };

static const struct dt_type *basic_type(const struct dt_dwarf_source *s, enum dt_basic b)
{
	return dt_type_basic(s->u, b);
}

bool dt_dwarf_number(Dwarf_Die *die, unsigned attribute, uint64_t *ret)
{
	Dwarf_Attribute a;
	Dwarf_Word v;

	if (!dwarf_attr_integrate(die, attribute, &a) || dwarf_formudata(&a, &v))
		return false;
	*ret = v;
	return true;
}

/** Returns a floating-point type. Of 16 bytes, only long double is known: other types have another
 *  format. */
static const struct dt_type *floating_type(struct dt_dwarf_source *s, uint64_t size,
					   const char *name)
{
	if (size == 4 || size == 8)
		return basic_type(s, size == 4 ? DT_FLOAT : DT_DOUBLE);
	if (size == 16 && name && !strcmp(name, "long double"))
		return basic_type(s, DT_LDOUBLE);
	return dt_type_array(s->u, basic_type(s, DT_UCHAR), size);
}

static const struct dt_type *make_base(struct dt_dwarf_source *s, Dwarf_Die *die, const char *name)
{
	uint64_t size = 0, encoding = 0;

	dt_dwarf_number(die, DW_AT_byte_size, &size);
	dt_dwarf_number(die, DW_AT_encoding, &encoding);
	switch (encoding) {
	case DW_ATE_boolean:
		return size == 1 ? basic_type(s, DT_BOOL)
				 : dt_type_integer(s->u, size, false, name);
	case DW_ATE_float:
		return floating_type(s, size, name);
	case DW_ATE_complex_float: // the real and the imaginary part
		return dt_type_array(s->u, floating_type(s, size / 2, "long double"), 2);
	case DW_ATE_signed:
	case DW_ATE_signed_char:
		return dt_type_integer(s->u, size, true, name);
	default:
		return dt_type_integer(s->u, size, false, name);
	}
}

static void make_enumerator(struct dt_dwarf_source *s, Dwarf_Die *die, struct dt_enumerator *e,
			    struct dt_type *type)
{
	const char *name = dwarf_diename(die);
	Dwarf_Attribute a;
	Dwarf_Sword v = 0;

	if (dwarf_attr(die, DW_AT_const_value, &a))
		dwarf_formsdata(&a, &v);
	*e = (struct dt_enumerator){dt_type_intern(s->u, name ? name : ""), v};
	type->is_signed = type->is_signed || v < 0;
}

static const struct dt_type *make_enum(struct dt_dwarf_source *s, Dwarf_Die *die, const char *name)
{
	struct dt_type *type = dt_type_create(s->u, DT_TYPE_ENUM, *name ? name : NULL);
	dt_vec(struct dt_enumerator) v = {0};
	struct dt_enumerator e, *copy;
	uint64_t size = 4;
	Dwarf_Die child;

	dt_dwarf_number(die, DW_AT_byte_size, &size);
	for (int none = dwarf_child(die, &child); !none && v.len < MAX_ENUMERATORS;
	     none = dwarf_siblingof(&child, &child)) {
		if (dwarf_tag(&child) != DW_TAG_enumerator)
			continue;
		make_enumerator(s, &child, &e, type);
		dt_vec_push(&v, e);
	}
	copy = dt_type_memory(s->u, v.len * sizeof(*copy) + 1);
	if (v.len)
		memcpy(copy, v.data, v.len * sizeof(*copy));
	type->size = size == 1 || size == 2 || size == 8 ? size : 4;
	type->align = type->size;
	type->bits = type->size * 8;
	type->enumerators = copy;
	type->n_enumerators = v.len;
	dt_vec_deinit(&v);
	return type;
}

/** Creates a struct, class or union without its members. */
static const struct dt_type *make_forward(struct dt_dwarf_source *s, Dwarf_Die *die,
					  const char *name)
{
	struct dt_type *type = dt_type_create(s->u, DT_TYPE_FORWARD, *name ? name : NULL);
	bool is_union = dwarf_tag(die) == DW_TAG_union_type;
	uint64_t size = 0, align = 0;
	Dwarf_Die *definition;

	type->forward_kind = is_union ? DT_TYPE_UNION : DT_TYPE_STRUCT;
	type->container = s->container;
	if (dt_dwarf_is_declaration(die)) {
		definition = *name ? dt_dwarf_named(s, type->forward_kind, name) : NULL;
		if (!definition)
			return type;
		die = definition;
	}
	dt_dwarf_number(die, DW_AT_byte_size, &size);
	type->size = size;
	if (!dt_dwarf_number(die, DW_AT_alignment, &align) || !align || align > 4096)
		align = size % 8 == 0 ? 8 : size % 4 == 0 ? 4 : size % 2 == 0 ? 2 : 1;
	type->align = (unsigned)align;
	type->lazy = &s->types;
	type->lazy_id = (uint32_t)s->lazy.len;
	dt_vec_push(&s->lazy, *die);
	return type;
}

static uint64_t range_length(Dwarf_Die *range)
{
	uint64_t n;

	if (dt_dwarf_number(range, DW_AT_count, &n))
		return n;
	// An open range ends at -1, in 32 or 64 bits.
	return dt_dwarf_number(range, DW_AT_upper_bound, &n) && n != UINT32_MAX ? n + 1 : 0;
}

static const struct dt_type *make_array(struct dt_dwarf_source *s, Dwarf_Die *die)
{
	const struct dt_type *t = dt_dwarf_type_of(s, die);
	uint64_t lengths[MAX_DIMENSIONS];
	size_t n = 0;
	Dwarf_Die child;

	if (t->kind == DT_TYPE_VOID)
		t = basic_type(s, DT_UCHAR);
	for (int none = dwarf_child(die, &child); !none && n < MAX_DIMENSIONS;
	     none = dwarf_siblingof(&child, &child))
		if (dwarf_tag(&child) == DW_TAG_subrange_type)
			lengths[n++] = range_length(&child);
	if (!n)
		lengths[n++] = 0;
	while (n--) {
		uint64_t most = t->size ? UINT32_MAX / t->size + 1 : 0;

		t = dt_type_array(s->u, t, lengths[n] < most ? lengths[n] : most);
	}
	return t;
}

static const struct dt_type *make_typedef(struct dt_dwarf_source *s, Dwarf_Die *die,
					  const char *name)
{
	const struct dt_type *ref = dt_dwarf_type_of(s, die);
	struct dt_type *type = dt_type_create(s->u, DT_TYPE_TYPEDEF, name);

	type->ref = ref;
	type->size = ref->size;
	type->align = ref->align;
	return type;
}

static const struct dt_type *make_pointer(struct dt_dwarf_source *s, Dwarf_Die *die)
{
	const struct dt_type *to =
	    dt_type_qualified(s->u, dt_dwarf_type_of(s, die), DT_QUAL_USERLAND);

	return s->calls.word == 4 ? dt_type_narrow_pointer(s->u, to) : dt_type_pointer(s->u, to);
}

static const struct dt_type *make_kind(struct dt_dwarf_source *s, Dwarf_Die *die)
{
	const char *given = dwarf_diename(die);
	const char *name = dt_type_intern(s->u, given ? given : "");

	switch (dwarf_tag(die)) {
	case DW_TAG_base_type:
		return make_base(s, die, name);
	case DW_TAG_pointer_type:
	case DW_TAG_reference_type:
	case DW_TAG_rvalue_reference_type:
		return make_pointer(s, die);
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_union_type:
		return make_forward(s, die, name);
	case DW_TAG_enumeration_type:
		return make_enum(s, die, name);
	case DW_TAG_array_type:
		return make_array(s, die);
	case DW_TAG_typedef:
		return make_typedef(s, die, name);
	case DW_TAG_const_type:
		return dt_type_qualified(s->u, dt_dwarf_type_of(s, die), DT_QUAL_CONST);
	case DW_TAG_volatile_type:
		return dt_type_qualified(s->u, dt_dwarf_type_of(s, die), DT_QUAL_VOLATILE);
	case DW_TAG_restrict_type:
		return dt_type_qualified(s->u, dt_dwarf_type_of(s, die), DT_QUAL_RESTRICT);
	case DW_TAG_atomic_type:
		return dt_dwarf_type_of(s, die);
	case DW_TAG_subroutine_type:
		return dt_type_function(s->u, dt_dwarf_type_of(s, die), NULL, 0, true);
	case DW_TAG_ptr_to_member_type:
		return basic_type(s, s->calls.word == 4 ? DT_UINT : DT_ULONG);
	default:
		return basic_type(s, DT_VOID);
	}
}

const struct dt_type *dt_dwarf_type(struct dt_dwarf_source *s, Dwarf_Die *die)
{
	const struct dt_type *t = dt_map_get(&s->made, &die->addr, sizeof(die->addr));

	if (t)
		return t;
	if (s->depth > DT_DWARF_DEPTH)
		return basic_type(s, DT_VOID);
	dt_map_put(&s->made, &die->addr, sizeof(die->addr), (void *)basic_type(s, DT_VOID));
	s->depth++;
	t = make_kind(s, die);
	s->depth--;
	dt_map_put(&s->made, &die->addr, sizeof(die->addr), (void *)t);
	return t;
}

const struct dt_type *dt_dwarf_type_of(struct dt_dwarf_source *s, Dwarf_Die *die)
{
	Dwarf_Attribute a;
	Dwarf_Die type;

	if (!dwarf_attr_integrate(die, DW_AT_type, &a) || !dwarf_formref_die(&a, &type))
		return basic_type(s, DT_VOID);
	return dt_dwarf_type(s, &type);
}

// ---- by name
