/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The executors' side of aggregations. Without keys it is an array, which is mapped into our
 * memory. With keys it is cells, and a hash for keys without a cell. Values of all stores are added
 * up.
 */
#include "consume/agg/agg.h"
#include "consume/agg/read/cells.h"

#include <stdlib.h>
#include <string.h>

/** Returns the bytes from a CPU's element of an array to the next CPU's. */
static size_t array_stride(const struct dt_aggs *a, const struct dt_agg *g)
{
	return a->config->program->maps[g->desc->map].value_size;
}

/** Returns the value of CPU 0 of an aggregation without keys, or NULL if its map has no memory. */
static uint8_t *array_value(const struct dt_store *s, const struct dt_agg *g)
{
	uint8_t *memory = s->memory[g->desc->map];

	return memory ? memory + g->desc->offset : NULL;
}

/** Reports whether there was an update since the last call. It may have left the value at zero. */
static bool take_marks(const struct dt_aggs *a, const struct dt_store *s, const struct dt_agg *g,
		       uint8_t *memory)
{
	uint64_t any = 0;

	for (unsigned cpu = 0; g->desc->mark && cpu < s->n_cpus; cpu++) {
		void *word = memory + cpu * array_stride(a, g) + g->desc->mark;

		any |= __atomic_exchange_n((uint64_t *)word, 0, __ATOMIC_SEQ_CST);
	}
	return any;
}

static struct dt_error *read_array(struct dt_aggs *a, const struct dt_store *s, struct dt_agg *g)
{
	uint8_t *memory = array_value(s, g);

	if (!memory)
		return dt_error_new(DT_ERR_OTHER, "its map has no memory");
	bool updated = take_marks(a, s, g, memory);
	dt_agg_merge(a, g, NULL, memory, s->n_cpus, array_stride(a, g));
	if (updated)
		dt_agg_show(dt_agg_find(a, g, NULL));
	return NULL;
}

struct merge {
	struct dt_aggs *a;
	struct dt_agg *g;
};

static void merge_element(void *arg, const void *key, const void *value)
{
	const struct merge *m = arg;

	dt_agg_merge(m->a, m->g, key, value, 1, 0);
}

static struct dt_error *map_error(int error, const struct dt_agg *g)
{
	return error ? dt_error_os(error, "map %s", g->desc->name) : NULL;
}

static struct dt_error *read_hash(struct dt_aggs *a, struct dt_store *s, struct dt_agg *g)
{
	struct merge m = {a, g};

	return map_error(s->type->each(s, g->desc->map, merge_element, &m), g);
}

struct dt_error *dt_agg_map_read(struct dt_aggs *a, struct dt_agg *g)
{
	struct dt_error *err = NULL;

	for (size_t i = 0; i < a->config->n_stores && !err; i++) {
		struct dt_store *s = a->config->stores[i];

		err = g->desc->key_size ? read_hash(a, s, g) : read_array(a, s, g);
	}
	dt_agg_cells_read(a, g);
	return err;
}

/** Keys of a hash, concatenated. */
struct keys {
	dt_vec(uint8_t) bytes;
	size_t size; // of each
};

static void add_key(void *arg, const void *key, const void *value)
{
	struct keys *keys = arg;

	dt_vec_reserve(&keys->bytes, keys->bytes.len + keys->size);
	memcpy(keys->bytes.data + keys->bytes.len, key, keys->size);
	keys->bytes.len += keys->size;
}

/** A change of keys, and a value for it. */
struct change {
	struct dt_aggs *a;
	struct dt_agg *g;
	void (*apply)(const struct change *c, struct dt_store *s, const uint8_t *key);
	void *value;
};

/** Applies the change to all keys of the hashes. */
static struct dt_error *change_keys(const struct change *c)
{
	struct keys keys = {.size = c->g->desc->key_size};
	int error = 0;

	for (size_t i = 0; i < c->a->config->n_stores && !error; i++) {
		struct dt_store *s = c->a->config->stores[i];

		keys.bytes.len = 0;
		error = s->type->each(s, c->g->desc->map, add_key, &keys);
		for (size_t at = 0; at < keys.bytes.len; at += keys.size)
			c->apply(c, s, keys.bytes.data + at);
	}
	dt_vec_deinit(&keys.bytes);
	return map_error(error, c->g);
}

static void zero_array(const struct dt_aggs *a, const struct dt_store *s, const struct dt_agg *g)
{
	uint8_t *memory = array_value(s, g);

	for (unsigned cpu = 0; memory && cpu < s->n_cpus; cpu++) {
		uint64_t *words = (uint64_t *)(memory + cpu * array_stride(a, g));

		for (size_t i = 0; i < g->n_words; i++)
			__atomic_store_n(&words[i], 0, __ATOMIC_RELAXED);
	}
}

static void zero_key(const struct change *c, struct dt_store *s, const uint8_t *key)
{
	s->type->put(s, c->g->desc->map, key, c->value, DT_PUT_KNOWN);
}

static void zero_doomed_key(const struct change *c, struct dt_store *s, const uint8_t *key)
{
	const struct dt_agg_elem *e = dt_agg_find(c->a, c->g, key);

	if (e && e->doomed)
		zero_key(c, s, key);
}

struct dt_error *dt_agg_map_zero(struct dt_aggs *a, struct dt_agg *g, bool doomed)
{
	dt_cleanup(dt_free_p) void *zeros = dt_zalloc(g->desc->value_size);
	const struct change zero = {a, g, doomed ? zero_doomed_key : zero_key, zeros};

	for (size_t i = 0; i < a->config->n_stores && !g->desc->key_size; i++)
		zero_array(a, a->config->stores[i], g);
	if (!g->desc->key_size)
		return NULL;
	dt_agg_cells_zero(a, g, doomed);
	return change_keys(&zero);
}

/** Deletes the key if its element is doomed. Subtracts its last value from the base, because later
 *  snapshots do not contain it. */
static void delete_key(const struct change *c, struct dt_store *s, const uint8_t *key)
{
	struct dt_agg_elem *e = dt_agg_find(c->a, c->g, key);

	if (e && e->doomed && s->type->take(s, c->g->desc->map, key, c->value) && e->base)
		dt_agg_forget(c->g, e, c->value);
}

struct dt_error *dt_agg_map_delete(struct dt_aggs *a, struct dt_agg *g)
{
	dt_cleanup(dt_free_p) void *value = dt_malloc(g->desc->value_size);
	const struct change delete = {a, g, delete_key, value};

	dt_agg_cells_delete(a, g);
	return change_keys(&delete);
}
