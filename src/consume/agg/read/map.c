/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The kernel's side of aggregations. Without keys it is an array, which is mapped into our memory.
 * With keys it is cells, and a hash for keys without a cell. The hash is read in batches of
 * thousands of keys per system call, or key by key if the kernel has no batches.
 */
#include "consume/agg/agg.h"
#include "consume/agg/read/cells.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BATCH = 1024, MAX_BATCH = 1 << 22 };

static int map_fd(const struct dt_aggs *a, const struct dt_agg *g)
{
	return a->config->map_fds[g->desc->map];
}

/** Returns the bytes from a CPU's element of an array to the next CPU's. */
static size_t array_stride(const struct dt_aggs *a, const struct dt_agg *g)
{
	return a->config->program->maps[g->desc->map].value_size;
}

/** Returns the value of CPU 0 of an aggregation without keys, or NULL if its map has no memory. */
static uint8_t *array_value(const struct dt_aggs *a, const struct dt_agg *g)
{
	uint8_t *memory = a->config->map_memory[g->desc->map];

	return memory ? memory + g->desc->offset : NULL;
}

/** Reports whether there was an update since the last call. It may have left the value at zero. */
static bool take_marks(const struct dt_aggs *a, const struct dt_agg *g, uint8_t *memory)
{
	uint64_t any = 0;

	for (unsigned cpu = 0; g->desc->mark && cpu < a->config->n_cpus; cpu++) {
		void *word = memory + cpu * array_stride(a, g) + g->desc->mark;

		any |= __atomic_exchange_n((uint64_t *)word, 0, __ATOMIC_SEQ_CST);
	}
	return any;
}

static struct dt_error *read_array(struct dt_aggs *a, struct dt_agg *g)
{
	uint8_t *memory = array_value(a, g);

	if (!memory)
		return dt_error_new(DT_ERR_OTHER, "its map has no memory");
	bool updated = take_marks(a, g, memory);
	dt_agg_merge(a, g, NULL, memory, a->config->n_cpus, array_stride(a, g));
	if (updated)
		dt_agg_show(dt_agg_find(a, g, NULL));
	return NULL;
}

/** Memory for a batch. */
struct batch {
	uint8_t *keys, *values;
	uint32_t room;
};

static void batch_resize(struct batch *b, const struct dt_agg *g, uint32_t room)
{
	b->room = room;
	b->keys = dt_realloc(b->keys, (size_t)room * g->desc->key_size);
	b->values = dt_realloc(b->values, (size_t)room * g->desc->value_size);
}

static void batch_deinit(struct batch *b)
{
	free(b->keys);
	free(b->values);
}

static void merge_batch(struct dt_aggs *a, struct dt_agg *g, const struct batch *b, uint32_t n)
{
	const struct dt_agg_desc *d = g->desc;

	for (uint32_t i = 0; i < n; i++)
		dt_agg_merge(a, g, b->keys + (size_t)i * d->key_size,
			     b->values + (size_t)i * d->value_size, 1, 0);
}

/** Reads key by key. This is safe because only the consumer deletes keys. */
static int read_single(struct dt_aggs *a, struct dt_agg *g, struct batch *b)
{
	int fd = map_fd(a, g);
	const void *previous = NULL;

	while (!bpf_map_get_next_key(fd, previous, b->keys)) {
		if (!bpf_map_lookup_elem(fd, b->keys, b->values))
			merge_batch(a, g, b, 1);
		memcpy(b->keys + g->desc->key_size, b->keys, g->desc->key_size);
		previous = b->keys + g->desc->key_size;
	}
	return errno == ENOENT ? 0 : errno;
}

// If a bucket has more keys than fit, the kernel returns ENOSPC, and it is read again.
static int read_batches(struct dt_aggs *a, struct dt_agg *g, struct batch *b)
{
	uint64_t position = 0; // the kernel writes a u32 for hashes
	bool started = false;

	for (;;) {
		uint32_t n = b->room;
		int failed = bpf_map_lookup_batch(map_fd(a, g), started ? &position : NULL,
						  &position, b->keys, b->values, &n, NULL);
		int error = failed ? errno : 0;

		if (error == ENOSPC && b->room < MAX_BATCH) {
			batch_resize(b, g, b->room * 2);
			continue;
		}
		if (error && error != ENOENT)
			return error;
		merge_batch(a, g, b, n);
		if (error == ENOENT)
			return 0;
		started = true;
	}
}

/** Returns the initial number of keys in a batch, about a megabyte at most. */
static uint32_t first_room(const struct dt_agg *g)
{
	size_t each = (size_t)g->desc->key_size + g->desc->value_size;
	size_t room = (1 << 20) / each;

	return room > FIRST_BATCH ? FIRST_BATCH : room < 16 ? 16 : (uint32_t)room;
}

struct dt_error *dt_agg_map_read(struct dt_aggs *a, struct dt_agg *g)
{
	struct batch b = {0};

	if (!g->desc->key_size)
		return read_array(a, g);
	batch_resize(&b, g, first_room(g));
	int error = read_batches(a, g, &b);
	if (error) { // the kernel has no batches
		dt_agg_begin(g);
		error = read_single(a, g, &b);
	}
	batch_deinit(&b);
	dt_agg_cells_read(a, g);
	return error ? dt_error_os(error, "map %s", g->desc->name) : NULL;
}

typedef dt_vec(uint8_t) keys_vec;

/** Lists all keys of the hash, concatenated. */
static int list_keys(struct dt_aggs *a, struct dt_agg *g, keys_vec *keys)
{
	size_t size = g->desc->key_size;
	int fd = map_fd(a, g);

	for (;;) {
		dt_vec_reserve(keys, keys->len + size);
		void *next = keys->data + keys->len;
		if (bpf_map_get_next_key(fd, keys->len ? next - size : NULL, next))
			return errno == ENOENT ? 0 : errno;
		keys->len += size;
	}
}

static void zero_array(struct dt_aggs *a, struct dt_agg *g)
{
	uint8_t *memory = array_value(a, g);

	for (unsigned cpu = 0; memory && cpu < a->config->n_cpus; cpu++) {
		uint64_t *words = (uint64_t *)(memory + cpu * array_stride(a, g));

		for (size_t i = 0; i < g->n_words; i++)
			__atomic_store_n(&words[i], 0, __ATOMIC_RELAXED);
	}
}

struct dt_error *dt_agg_map_zero(struct dt_aggs *a, struct dt_agg *g, bool doomed)
{
	keys_vec keys = {0};

	if (!g->desc->key_size) {
		zero_array(a, g);
		return NULL;
	}
	dt_agg_cells_zero(a, g, doomed);
	int error = list_keys(a, g, &keys);
	dt_cleanup(dt_free_p) void *zeros = dt_zalloc(g->desc->value_size);
	for (size_t at = 0; at < keys.len; at += g->desc->key_size) {
		const struct dt_agg_elem *e = doomed ? dt_agg_find(a, g, keys.data + at) : NULL;

		if (!doomed || (e && e->doomed))
			bpf_map_update_elem(map_fd(a, g), keys.data + at, zeros, BPF_EXIST);
	}
	dt_vec_deinit(&keys);
	return error ? dt_error_os(error, "map %s", g->desc->name) : NULL;
}

/** Deletes the key and subtracts its last value from the base, because later snapshots do not
 *  contain it. */
static void delete_key(struct dt_aggs *a, struct dt_agg *g, struct dt_agg_elem *e,
		       const uint8_t *key, uint8_t *values)
{
	int fd = map_fd(a, g);
	bool known = !bpf_map_lookup_and_delete_elem(fd, key, values);

	if (!known) { // the kernel has no operation for both
		known = !bpf_map_lookup_elem(fd, key, values);
		bpf_map_delete_elem(fd, key);
	}
	if (known && e->base)
		dt_agg_forget(g, e, (uint64_t *)values);
}

struct dt_error *dt_agg_map_delete(struct dt_aggs *a, struct dt_agg *g)
{
	keys_vec keys = {0};
	dt_agg_cells_delete(a, g);
	int error = list_keys(a, g, &keys);
	dt_cleanup(dt_free_p) uint8_t *values = dt_malloc(g->desc->value_size);

	for (size_t at = 0; at < keys.len; at += g->desc->key_size) {
		struct dt_agg_elem *e = dt_agg_find(a, g, keys.data + at);

		if (e && e->doomed)
			delete_key(a, g, e, keys.data + at, values);
	}
	dt_vec_deinit(&keys);
	return error ? dt_error_os(error, "map %s", g->desc->name) : NULL;
}
