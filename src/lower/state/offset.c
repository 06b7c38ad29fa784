/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Offsets of members in the running kernel's structs.
 */
#include "lower/state/state.h"

#include <string.h>

bool dt_lower_member_offset(struct dt_lower *l, const struct dt_type *t, const char *path,
			    uint64_t *bits)
{
	for (*bits = 0; *path && t;) {
		size_t len = strcspn(path, ".");
		const char *name = dt_arena_strndup(l->arena, path, len);
		uint64_t offset;
		const struct dt_member *m = dt_type_member(t, name, &offset);

		if (!m || m->bit_width)
			return false;
		*bits += offset;
		t = m->type;
		path += len + (path[len] == '.');
	}
	return t;
}

bool dt_lower_offset(struct dt_lower *l, const char *type, const char *member, uint32_t *ret)
{
	uint64_t bits;
	bool found =
	    dt_lower_member_offset(l, dt_type_lookup_source(l->c->types, DT_TYPE_STRUCT, type),
				   member, &bits) &&
	    bits / 8 <= UINT32_MAX;

	if (found)
		*ret = bits / 8;
	return found;
}
