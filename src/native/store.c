/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * See store.h. The tracer and the programs use the same functions for hashes, so both may use them
 * at any time.
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

static dt_u64 word_of(dt_u64 *e)
{
	return __atomic_load_n(e, __ATOMIC_ACQUIRE);
}

/** Reports whether the place is live and had this word all the time, so that what was read there
 * belongs to one key. */
static bool is_unchanged(dt_u64 *e, dt_u64 word)
{
	// Keeps the loads above before this one, as a fence would, which ThreadSanitizer refuses.
	return (word & DT_NATIVE_STATE) == DT_NATIVE_LIVE &&
	       __atomic_fetch_add(e, 0, __ATOMIC_ACQ_REL) == word;
}

static int store_each(struct dt_store *s, unsigned map,
		      void (*fn)(void *arg, const void *key, const void *value), void *arg)
{
	struct dt_native_region *r = region_of(s);
	const struct dt_native_map *m = &r->maps[map];
	dt_cleanup(dt_free_p) void *element = dt_malloc(m->stride);
	const void *value = (uint8_t *)element + dt_native_whole(m->key_size);

	for (uint32_t i = 0; i < m->n; i++) {
		dt_u64 *e = dt_native_place(m, memory_of(r, map), i), word = word_of(e);

		if ((word & DT_NATIVE_STATE) != DT_NATIVE_LIVE)
			continue;
		memcpy(element, dt_native_key_of(e), m->stride - sizeof(*e));
		if (is_unchanged(e, word))
			fn(arg, element, value);
	}
	return 0;
}

static bool store_find(struct dt_store *s, unsigned map, const void *key, void *value)
{
	struct dt_native_region *r = region_of(s);
	const struct dt_native_map *m = &r->maps[map];
	dt_u64 *e = find_place(r, map, key), word;

	if (!e)
		return false;
	word = word_of(e);
	memcpy(value, dt_native_value_of(m, e), m->value_size);
	return dt_native_is_key(dt_native_key_of(e), key, m->key_size) && is_unchanged(e, word);
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
	if (!e) {
		int error = (int)-dt_native_hash_insert(m, memory_of(r, map), key, value);

		if (error != EEXIST || how == DT_PUT_NEW)
			return error;
		e = find_place(r, map, key); // another thread was faster
		if (!e)
			return EBUSY;
	}
	memcpy(dt_native_value_of(m, e), value, m->value_size);
	return 0;
}

static bool store_take(struct dt_store *s, unsigned map, const void *key, void *value)
{
	struct dt_native_region *r = region_of(s);

	return !dt_native_hash_take(&r->maps[map], memory_of(r, map), key, value);
}

/** Returns a time before that of the firing on a level, or UINT64_MAX if there is none. `idle` is
 * such a time for a firing that has not read its time yet: that of the last look at which the level
 * was in another state. A thread is in this state for some nanoseconds, unless it is preempted. */
static uint64_t look_at_level(const struct dt_native_level *level, uint64_t now, uint64_t *idle)
{
	enum { LOOKS = 64, LAG = 1000 }; // ns until a store is visible to others
	uint64_t busy = __atomic_load_n(&level->busy, __ATOMIC_ACQUIRE), began;

	for (unsigned k = 0; busy && k < LOOKS; k++) {
		began = __atomic_load_n(&level->began, __ATOMIC_ACQUIRE);
		if (began) {
			*idle = now - LAG;
			return began;
		}
		busy = __atomic_load_n(&level->busy, __ATOMIC_ACQUIRE);
	}
	if (busy)
		return *idle;
	*idle = now - LAG;
	return UINT64_MAX;
}

static uint64_t store_oldest(struct dt_store *s, uint64_t after, uint64_t now)
{
	struct dt_native_region *r = region_of(s);
	const struct dt_native_slot *slots = (struct dt_native_slot *)(r->memory + r->slots);
	uint64_t oldest = UINT64_MAX;

	for (unsigned slot = 0; r->n_own && slot < r->n_slots - r->n_own; slot++) {
		bool is_used = __atomic_load_n(&slots[slot].owner, __ATOMIC_ACQUIRE);

		for (unsigned k = 0; k < DT_NATIVE_LEVELS; k++) {
			uint64_t *idle = &r->idle[slot * DT_NATIVE_LEVELS + k], began;

			*idle = is_used ? *idle : now;
			if (!is_used)
				continue;
			began = look_at_level(dt_native_region_level(r, slot, k), now, idle);
			if (began > after && began < oldest)
				oldest = began;
		}
	}
	return oldest;
}

static const struct dt_store_type store_type = {.each = store_each,
						.find = store_find,
						.put = store_put,
						.take = store_take,
						.oldest = store_oldest};

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
				     .wake_fd = -1,
				     .is_of_slots = true,
				     .is_foreign = r->n_own > 0};
	if (r->chunks.n)
		r->store.pool = (struct dt_store_pool){
		    .head = (struct dt_native_pool *)((uint8_t *)memory[DT_MAP_RINGS] -
						      r->chunks.n * sizeof(dt_u64)) -
			    1,
		    .n_chunks = r->chunks.n,
		    .chunk = r->chunks.size,
		    .n_lanes = r->n_slots * DT_NATIVE_LEVELS};
}

void dt_native_store_deinit(struct dt_native_region *r)
{
	free((void *)r->store.memory);
}
