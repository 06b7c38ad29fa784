/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An index of the definitions in the debug information by name, built at the first look-up.
 */
#include "types/dwarf/internal.h"

#include <dwarf.h>
#include <string.h>

bool dt_dwarf_is_declaration(Dwarf_Die *die)
{
	Dwarf_Attribute a;
	bool flag;

	return dwarf_attr_integrate(die, DW_AT_declaration, &a) && !dwarf_formflag(&a, &flag) &&
	       flag;
}

static char kind_letter(enum dt_type_kind kind)
{
	return kind == DT_TYPE_STRUCT  ? 's'
	       : kind == DT_TYPE_UNION ? 'u'
	       : kind == DT_TYPE_ENUM  ? 'e'
				       : 't';
}

/** Returns the letter for the kind of a named definition, or 0. */
static char letter_of(Dwarf_Die *die)
{
	switch (dwarf_tag(die)) {
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
		return 's';
	case DW_TAG_union_type:
		return 'u';
	case DW_TAG_enumeration_type:
		return 'e';
	case DW_TAG_typedef:
	case DW_TAG_base_type:
		return 't';
	default:
		return 0;
	}
}

static char *index_key(char kind, const char *name)
{
	return dt_asprintf("%c %s", kind, name);
}

static void index_die(struct dt_dwarf_source *s, Dwarf_Die *die, char kind, const char *name)
{
	dt_cleanup(dt_free_p) char *key = index_key(kind, name);

	if (dt_map_get_str(&s->index, key))
		return;
	dt_vec_push(&s->named, *die);
	dt_map_put_str(&s->index, key, (void *)(uintptr_t)s->named.len);
}

/** Adds the definitions of a unit or of a namespace in it. */
static void index_children(struct dt_dwarf_source *s, Dwarf_Die *parent, unsigned depth)
{
	Dwarf_Die child, inner;

	for (int none = dwarf_child(parent, &child); !none;
	     none = dwarf_siblingof(&child, &child)) {
		const char *name = dwarf_diename(&child);
		char kind = letter_of(&child);

		if (dwarf_tag(&child) == DW_TAG_namespace && depth < DT_DWARF_DEPTH)
			index_children(s, &child, depth + 1);
		if (kind && name && !dt_dwarf_is_declaration(&child))
			index_die(s, &child, kind, name);
		if (kind != 'e' || dwarf_child(&child, &inner))
			continue;
		do {
			const char *own = dwarf_diename(&inner);

			if (own)
				index_die(s, &child, 'n', own);
		} while (!dwarf_siblingof(&inner, &inner));
	}
}

static Dwarf_Die *find_die(struct dt_dwarf_source *s, char kind, const char *name)
{
	dt_cleanup(dt_free_p) char *key = index_key(kind, name);
	Dwarf_CU *cu = NULL;
	Dwarf_Die unit;
	uintptr_t at;

	if (!s->has_index) {
		s->has_index = true;
		while (!dwarf_get_units(s->dwarf, cu, &cu, NULL, NULL, &unit, NULL))
			index_children(s, &unit, 0);
	}
	at = (uintptr_t)dt_map_get_str(&s->index, key);
	return at ? &s->named.data[at - 1] : NULL;
}

Dwarf_Die *dt_dwarf_named(struct dt_dwarf_source *s, enum dt_type_kind kind, const char *name)
{
	return find_die(s, kind_letter(kind), name);
}

Dwarf_Die *dt_dwarf_enumerator(struct dt_dwarf_source *s, const char *name)
{
	return find_die(s, 'n', name);
}
