/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * See store.h. The tracer uses hashes by the same functions as the programs, so each may do so at
 * any time.
 */
#include "native/store.h"

#include "abi/native_hash.h"

#include <errno.h>
#include <string.h>

static struct dt_native_region *region_of(struct dt_store *s)
{
	return (struct dt_native_region *)((char *)s - offsetof(struct dt_native_region, store));
}

static void *memory_of(struct dt_native_region *r, unsigned map)
{
	return r->memory + r->maps[map].distance;
}

static dt_u64 *find_place(struct dt_native_region *r, unsigned map, const void *key)
{
	return dt_native_hash_find(&r->maps[map], memory_of(r, map), key);
}

static int store_each(struct dt_store *s, unsigned map,
		      void (*fn)(void *arg, const void *key, const void *value), void *arg)
{
	struct dt_native_region *r = region_of(s);
	const struct dt_native_map *m = &r->maps[map];

	for (uint32_t i = 0; i < m->n; i++) {
		dt_u64 *e = dt_native_place(m, memory_of(r, map), i);

		if (dt_native_state_of(e) == DT_NATIVE_LIVE)
			fn(arg, dt_native_key_of(e), dt_native_value_of(m, e));
	}
	return 0;
}

static bool store_find(struct dt_store *s, unsigned map, const void *key, void *value)
{
	struct dt_native_region *r = region_of(s);
	dt_u64 *e = find_place(r, map, key);

	if (e)
		memcpy(value, dt_native_value_of(&r->maps[map], e), r->maps[map].value_size);
	return e != NULL;
}

static int store_put(struct dt_store *s, unsigned map, const void *key, const void *value,
		     enum dt_put how)
{
	struct dt_native_region *r = region_of(s);
	const struct dt_native_map *m = &r->maps[map];
	dt_u64 *e = find_place(r, map, key);

	if (e && how == DT_PUT_NEW)
		return EEXIST;
	if (!e && how == DT_PUT_KNOWN)
		return ENOENT;
	if (!e)
		return (int)-dt_native_hash_insert(m, memory_of(r, map), key, value);
	memcpy(dt_native_value_of(m, e), value, m->value_size);
	return 0;
}

static bool store_take(struct dt_store *s, unsigned map, const void *key, void *value)
{
	struct dt_native_region *r = region_of(s);
	dt_u64 *e = find_place(r, map, key);

	if (!e || dt_native_hash_remove(memory_of(r, map), e))
		return false;
	if (value)
		memcpy(value, dt_native_value_of(&r->maps[map], e), r->maps[map].value_size);
	return true;
}

static const struct dt_store_type store_type = {
    .each = store_each, .find = store_find, .put = store_put, .take = store_take};

void dt_native_store_init(struct dt_native_region *r, const struct dt_map_desc *desc)
{
	void **memory = dt_zalloc((r->n_maps + 1) * sizeof(*memory));

	for (size_t k = 0; k < r->n_maps; k++)
		if (desc[k].is_mapped)
			memory[k] = dt_native_region_element(r, k, 0);
	r->store = (struct dt_store){.type = &store_type,
				     .memory = memory,
				     .n_cpus = r->n_slots,
				     .n_present = r->n_slots,
				     .wake_fd = -1};
}

void dt_native_store_deinit(struct dt_native_region *r)
{
	free((void *)r->store.memory);
}
