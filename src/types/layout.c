/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lays out structs and unions like gcc on 64-bit machines, and looks up members.
 *
 * Bit-fields follow the System V ABI: one that would cross a boundary of its declared type moves to
 * the next; an unnamed one takes space but does not align the struct. D has no attributes (packed,
 * aligned); type sources set offsets directly instead of calling this.
 */
#include "types/types.h"

#include <string.h>

static uint64_t align_up(uint64_t n, uint64_t to)
{
	return to ? (n + to - 1) / to * to : n;
}

void dt_type_complete_sou(struct dt_universe *u, struct dt_type *t, struct dt_member *m, size_t n)
{
	enum dt_type_kind kind = t->kind == DT_TYPE_FORWARD ? t->forward_kind : t->kind;
	uint64_t end = 0, size = 0; // bits
	unsigned align = 1;

	for (size_t i = 0; i < n; i++) {
		const struct dt_type *type = m[i].type;
		uint64_t unit = (uint64_t)type->align * 8;
		uint64_t width = m[i].bit_width ? m[i].bit_width : type->size * 8;
		uint64_t at = kind == DT_TYPE_UNION ? 0 : end;

		if (!m[i].bit_width || at % unit + width > type->size * 8)
			at = align_up(at, unit);
		m[i].bit_offset = at;
		end = at + width;
		size = end > size ? end : size;
		if ((m[i].name || !m[i].bit_width) && type->align > align)
			align = type->align;
	}
	t->kind = kind;
	t->members = m;
	t->n_members = n;
	t->align = align;
	t->size = align_up(align_up(size, 8) / 8, align);
}

const struct dt_member *dt_type_member(const struct dt_type *t, const char *name,
				       uint64_t *bit_offset)
{
	t = dt_type_resolve(t);
	if (!dt_type_is_sou(t))
		return NULL;
	for (size_t i = 0; i < t->n_members; i++) {
		const struct dt_member *m = &t->members[i];
		uint64_t inner;

		if (m->name && strcmp(m->name, name) == 0) {
			*bit_offset = m->bit_offset;
			return m;
		}
		if (m->name || m->bit_width)
			continue;
		const struct dt_member *found = dt_type_member(m->type, name, &inner);
		if (found) {
			*bit_offset = m->bit_offset + inner;
			return found;
		}
	}
	return NULL;
}
