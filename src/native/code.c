/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The buffer of machine code, its labels and its distances.
 */
#include "native/code.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

void dt_code_deinit(struct dt_code *c)
{
	dt_vec_deinit(&c->bytes);
	dt_vec_deinit(&c->refs);
	dt_vec_deinit(&c->maps);
	dt_vec_deinit(&c->labels);
}

int64_t dt_code_label(struct dt_code *c)
{
	dt_vec_push(&c->labels, -1);
	return (int64_t)c->labels.len - 1;
}

void dt_code_place(struct dt_code *c, int64_t label)
{
	assert(c->labels.data[label] < 0);
	c->labels.data[label] = (int64_t)c->bytes.len;
}

void dt_code_ref(struct dt_code *c, struct dt_ref ref, unsigned rest)
{
	uint32_t at = (uint32_t)c->bytes.len;

	dt_vec_push(&c->refs, (struct dt_code_ref){.ref = ref, .at = at, .end = at + 4 + rest});
	for (int k = 0; k < 4; k++)
		dt_vec_push(&c->bytes, 0);
}

void dt_code_map(struct dt_code *c, const struct dt_native_map *map)
{
	const uint8_t *bytes = (const uint8_t *)map;

	dt_vec_push(&c->maps, (struct dt_code_map){(uint32_t)c->bytes.len, map->distance});
	for (size_t k = 0; k < sizeof(*map); k++)
		dt_vec_push(&c->bytes, bytes[k]);
}

bool dt_code_link(struct dt_code *c, int64_t region)
{
	dt_vec_foreach (&c->refs, r) {
		bool is_label = r->ref.kind == DT_REF_LABEL;
		int64_t target = is_label ? c->labels.data[r->ref.target] : region + r->ref.target;
		int64_t distance = target - r->end;
		int32_t stored = (int32_t)distance;

		assert(!is_label || target >= 0);
		if (distance != stored)
			return false;
		memcpy(c->bytes.data + r->at, &stored, sizeof(stored));
	}
	dt_vec_foreach (&c->maps, m) {
		int64_t distance = region + m->target - m->at;

		memcpy(c->bytes.data + m->at + offsetof(struct dt_native_map, distance), &distance,
		       sizeof(distance));
	}
	return true;
}
