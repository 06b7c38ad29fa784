/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The maps of associative arrays and of aggregations.
 *
 * Decision: docs/dev/decisions/0054-aggregation-bound-at-start.md
 */
#include "lower/state/state.h"

#include "abi/aggs.h"

#include <string.h>

enum {
	HASH_MIN_ENTRIES = 16,
	HASH_MAX_ENTRIES = 1 << 30, // more than fit into memory
	AGG_ENTRIES = 65536,	    // default keys of an aggregation: a megabyte at the start
	OWN_ARRAYS = 32,	    // max. number of arrays that do not share maps
	CACHE_LINE = 64,
};

static uint64_t map_entries(const struct dt_lower *l, uint64_t memory, uint64_t element)
{
	uint64_t n = memory / (element + l->executor->map_limits.overhead);

	if (n > HASH_MAX_ENTRIES)
		return HASH_MAX_ENTRIES;
	return n < HASH_MIN_ENTRIES ? HASH_MIN_ENTRIES : n;
}

/** Returns a map's name, which bpftool shows. */
static const char *map_name(struct dt_lower *l, char what, const char *name, unsigned number)
{
	return dt_arena_printf(l->arena, "dt_%c%u_%.6s", what, number, name);
}

static uint32_t element_size(const struct dt_lower *l, const struct dt_type *type,
			     const struct dt_lower_var *v)
{
	bool has_arrays = (dt_type_in_memory(type) && !dt_type_is_string(type)) || v->is_indexed;

	return dt_lower_round(has_arrays ? v->size + dt_lower_slack(l, v->size) : v->size, 8);
}

/** Returns the shared map of arrays with this element format, or 0. */
static unsigned shared_map(const struct dt_lower *l, const struct dt_map_desc *form,
			   bool per_thread)
{
	for (size_t i = 0; i < l->vars.assocs.n; i++) {
		const struct dt_lower_var *v = dt_lower_var(l->vars.assocs.ids[i]);
		const struct dt_map_desc *m = &l->maps.list[v->map];

		if (v->map && v->per_thread == per_thread && m->key_size == form->key_size &&
		    m->value_size == form->value_size)
			return v->map;
	}
	return 0;
}

/**
 * Creates the map of an associative array. The map is preallocated. Otherwise, an insertion in
 * interrupt context could fail because the allocator's cache of this CPU is empty. If there are
 * more than OWN_ARRAYS arrays, arrays with the same element format share a map, and all share the
 * memory of OWN_ARRAYS. Their keys then begin with the array's number.
 */
static void create_assoc_map(struct dt_lower *l, const struct dt_ident *id, unsigned number)
{
	bool shares = l->vars.assocs.n > OWN_ARRAYS;
	uint64_t memory = l->setup.options->v[DT_OPT_dynvarsize];
	struct dt_lower_var *v = id->lowered;
	struct dt_map_desc m = {.kind = DT_MAPK_HASH};

	v->per_thread |= id->kind == DT_IDENT_SELF_ASSOC;
	v->number = shares ? number + 1 : 0;
	l->vars.has_thread_arrays |= v->per_thread;
	dt_tuple_layout(&v->keys, dt_lower_key_begin(v));
	m.name = map_name(l, v->per_thread ? 't' : 'v', shares ? "shared" : id->name, number);
	m.key_size = v->keys.size;
	m.value_size = element_size(l, id->type, v);
	m.max_entries = map_entries(l, shares ? memory * OWN_ARRAYS / l->vars.assocs.n : memory,
				    v->keys.size + v->size);
	v->map = shares ? shared_map(l, &m, v->per_thread) : 0;
	v->opens_map = !v->map;
	if (v->opens_map)
		v->map = dt_lower_map(l, &m);
	else
		l->maps.list[v->map].max_entries += m.max_entries;
}

void dt_lower_arrays(struct dt_lower *l)
{
	for (size_t i = 0; i < l->vars.assocs.n; i++)
		create_assoc_map(l, l->vars.assocs.ids[i], i);
}

/**
 * Returns the maximum number of keys of an aggregation. The kernel creates a hash with two words
 * for each possible key, and allocates memory for keys when they are inserted. So unless the user
 * sets a size, long keys get as many entries as short ones.
 */
static uint64_t agg_entries(const struct dt_lower *l, uint32_t element)
{
	uint64_t n = map_entries(l, (uint64_t)l->setup.options->v[DT_OPT_aggsize], element);

	return l->setup.options->set[DT_OPT_aggsize] || n > AGG_ENTRIES ? n : AGG_ENTRIES;
}

/** Returns the memory for an aggregation's cells: a quarter of aggsize, and at most half of it for
 * all aggregations. */
static uint64_t cells_memory(const struct dt_lower *l)
{
	uint64_t size = (uint64_t)l->setup.options->v[DT_OPT_aggsize], keyed = 0;
	uint64_t most = l->executor->map_limits.cells, all = size / 2 < most ? size / 2 : most;

	for (size_t i = 0; i < l->aggs.list.n; i++)
		keyed += dt_lower_var(l->aggs.list.ids[i])->keys.n != 0;
	return size / 4 < all / keyed ? size / 4 : all / keyed;
}

/**
 * Lays out an aggregation with keys. Values of the first keys are in cells; the others are in a
 * hash map, with one value for all CPUs. The map is not preallocated, because that would cost
 * memory and start-up time for keys that are rarely used.
 */
static void lay_out_keyed_agg(struct dt_lower *l, const struct dt_ident *id, struct dt_agg_desc *a,
			      unsigned number)
{
	const struct dt_tuple *keys = &dt_lower_var(id)->keys;
	uint32_t size = a->key_size + a->value_size;

	a->map = dt_lower_map(l, &(struct dt_map_desc){.name = map_name(l, 'a', id->name, number),
						       .kind = DT_MAPK_HASH,
						       .key_size = a->key_size,
						       .value_size = a->value_size,
						       .max_entries = agg_entries(l, size),
						       .is_lazy = true,
						       .option = "aggsize"});
	a->cells =
	    dt_cells_layout(l->aggs.cells_size, a->key_size, keys->tail, keys->ends_with_stack,
			    a->value_size, cells_memory(l), &l->aggs.cells_size);
}

/** Lays out an aggregation without keys. These share a map element for each CPU, or several if one
 * would be too large. */
static void lay_out_agg(struct dt_lower *l, struct dt_agg_desc *a)
{
	uint32_t size = a->mark ? a->mark + 8 : a->value_size, *used = &l->aggs.size;

	if (!l->maps.aggs || *used + size > l->executor->map_limits.cpu_element) {
		l->maps.aggs = dt_lower_map(l, &(struct dt_map_desc){.name = "dt_aggs",
								     .kind = DT_MAPK_ARRAY,
								     .key_size = 4,
								     .elems_per_cpu = 1,
								     .is_mapped = true});
		*used = 0;
	}
	a->map = l->maps.aggs;
	a->offset = *used;
	*used += size;
	l->maps.list[a->map].value_size = dt_lower_round(*used, CACHE_LINE);
}

/** Creates the map of the cells. Memory follows the last cell, because programs may read beyond its
 * key. */
static void create_cells_map(struct dt_lower *l)
{
	l->aggs.cells_size += sizeof(struct dt_cell_key_4096);
	dt_lower_table(l, DT_TABLE_CELLS);
}

void dt_lower_aggs(struct dt_lower *l)
{
	l->desc.aggs = dt_arena_array(l->arena, struct dt_agg_desc, l->aggs.list.n);
	for (size_t i = 0; i < l->aggs.list.n; i++) {
		const struct dt_ident *id = l->aggs.list.ids[i];
		struct dt_agg_desc *a = &l->desc.aggs[l->desc.n_aggs];
		struct dt_lower_var *v = id->lowered;

		if (!id->agg_func)
			continue; // mentioned, but never assigned
		const struct dt_agg_function *func = dt_agg_function(id->agg_func->name);
		dt_tuple_layout(&v->keys, 0);
		*a = (struct dt_agg_desc){.name = id->name,
					  .func = func,
					  .keys = v->keys.fields,
					  .n_keys = v->keys.n,
					  .key_size = v->keys.size,
					  .value_size = 8 * (uint32_t)func->words(id->agg_params)};
		memcpy(a->params, id->agg_params, sizeof(a->params));
		if (id->metric && id->metric->has_sum) {
			a->sum = a->value_size;
			a->value_size += DT_AGG_SUM_WORDS * 8;
		}
		if (id->agg_func->lowering->adds && (!a->key_size || id->is_truncated)) {
			a->mark = a->value_size;
			a->value_size += a->key_size ? 8 : 0;
		}
		if (a->key_size)
			lay_out_keyed_agg(l, id, a, i);
		else
			lay_out_agg(l, a);
		v->agg = l->desc.n_aggs++;
	}
	if (l->aggs.cells_size)
		create_cells_map(l);
}
