/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Offsets of members of the running kernel's structs (types/btf/members.def), found when a program
 * first needs them.
 */
#include "lower/state/state.h"

#include "types/btf/offsets.h"

#include <string.h>

/** Follows a path of members such as "d_name.name" from a struct. Returns false if one does not
 * exist. */
static bool follow_path(struct dt_lower *l, const struct dt_type *t, const char *path,
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

static bool find_path(struct dt_lower *l, const struct dt_kernel_member_info *m, uint32_t *ret)
{
	struct dt_universe *u = l->c->types;
	const struct dt_type *t = dt_type_lookup_source(u, DT_TYPE_STRUCT, m->type);
	uint64_t bits;

	if (!t)
		t = dt_type_lookup_source(u, DT_TYPE_TYPEDEF, m->type);
	for (int i = 0; i < DT_KERNEL_NAMES && m->names[i]; i++) {
		if (!follow_path(l, t, m->names[i], &bits) || bits / 8 > UINT32_MAX)
			continue;
		*ret = (uint32_t)(bits / 8);
		return true;
	}
	return false;
}

bool dt_lower_member(struct dt_lower *l, enum dt_kernel_member member, uint32_t *ret)
{
	const struct dt_kernel_member_info *m = &dt_kernel_member_table[member];
	struct dt_found_member *found = &l->kernel.members[member];

	if (!l->executor->reads_kernel)
		return false;
	if (!found->is_sought)
		found->exists = m->is_path
				    ? find_path(l, m, &found->offset)
				    : dt_btf_member_offset(m->type, m->names[0], &found->offset);
	found->is_sought = true;
	if (found->exists)
		*ret = found->offset;
	return found->exists;
}
