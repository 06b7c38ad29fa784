/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Creates and destroys the source of types; look-ups by name.
 */
#include "types/dwarf/internal.h"

#include <stdlib.h>
#include <string.h>

static const struct dt_type *dwarf_lookup(void *self, struct dt_universe *u, enum dt_type_kind kind,
					  const char *name)
{
	struct dt_dwarf_source *s = self;
	Dwarf_Die *die = dt_dwarf_named(s, kind, name);

	return die ? dt_dwarf_type(s, die) : NULL;
}

static const struct dt_type *dwarf_enumerator(void *self, struct dt_universe *u, const char *name,
					      int64_t *value)
{
	struct dt_dwarf_source *s = self;
	Dwarf_Die *die = dt_dwarf_enumerator(s, name);
	const struct dt_type *t = die ? dt_dwarf_type(s, die) : NULL;

	for (size_t i = 0; t && t->kind == DT_TYPE_ENUM && i < t->n_enumerators; i++) {
		if (!strcmp(t->enumerators[i].name, name)) {
			*value = t->enumerators[i].value;
			return t;
		}
	}
	return NULL;
}

struct dt_dwarf_source *dt_dwarf_source_create(struct dt_universe *u, void *dwarf,
					       const char *container,
					       const struct dt_convention *calls)
{
	struct dt_dwarf_source *s = dt_zalloc(sizeof(*s));

	s->types = (struct dt_type_source){.self = s,
					   .lookup = dwarf_lookup,
					   .enumerator = dwarf_enumerator,
					   .complete = dt_dwarf_complete};
	s->u = u;
	s->dwarf = dwarf;
	s->container = container;
	s->calls = *calls;
	return s;
}

void dt_dwarf_source_destroy(struct dt_dwarf_source *s)
{
	if (!s)
		return;
	dt_map_deinit(&s->made);
	dt_map_deinit(&s->index);
	dt_vec_deinit(&s->lazy);
	dt_vec_deinit(&s->named);
	free(s);
}

const struct dt_type_source *dt_dwarf_source_types(const struct dt_dwarf_source *s)
{
	return &s->types;
}
