/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The cells of an aggregation (abi/cells.h), which are mapped into our memory. Programs change
 * values during reading; each word is read atomically.
 */
#include "consume/agg/read/cells.h"

#include "base/host/programs.h"

#include <stdlib.h>
#include <string.h>

/** The cells of an aggregation, and the number of those that were ever taken. */
struct cells {
	const struct dt_cells *layout;
	uint8_t *memory;
	uint32_t n;
};

static struct dt_cells_head *cells_head(const struct cells *c)
{
	return (struct dt_cells_head *)(c->memory + c->layout->head);
}

static struct cells cells_of(const struct dt_aggs *a, const struct dt_agg *g,
			     const struct dt_store *s)
{
	unsigned map = a->config->program->tables[DT_TABLE_CELLS];
	struct cells c = {.layout = &g->desc->cells, .memory = s->memory[map]};

	if (!c.layout->n || !c.memory)
		return (struct cells){0};
	uint64_t taken = __atomic_load_n(&cells_head(&c)->taken, __ATOMIC_ACQUIRE);
	c.n = taken < c.layout->n ? (uint32_t)taken : c.layout->n;
	return c;
}

static uint64_t *cell_at(const struct cells *c, uint32_t number)
{
	return (uint64_t *)(c->memory + c->layout->cells + (size_t)number * c->layout->stride);
}

static const uint8_t *cell_key(const uint64_t *cell)
{
	return (const uint8_t *)(cell + 1);
}

static uint64_t *cell_value(const struct dt_agg *g, uint64_t *cell)
{
	return cell + 1 + g->desc->cells.key / sizeof(*cell);
}

/** Returns the owner; 0: the cell has no key, or not yet. */
static uint64_t cell_owner(const uint64_t *cell)
{
	return __atomic_load_n(cell, __ATOMIC_ACQUIRE);
}

static void clear_cell(const struct dt_agg *g, uint64_t *cell)
{
	for (size_t i = 0; i < g->n_words; i++)
		__atomic_store_n(cell_value(g, cell) + i, 0, __ATOMIC_RELAXED);
}

static void read_cells(struct dt_aggs *a, struct dt_agg *g, const struct dt_store *s)
{
	struct cells c = cells_of(a, g, s);
	// A key may change while it is read.
	dt_cleanup(dt_free_p) uint8_t *copy =
	    s->is_foreign ? dt_malloc(g->desc->cells.key + 1) : NULL;

	for (uint32_t i = 0; i < c.n; i++) {
		uint64_t *at = cell_at(&c, i), owner = cell_owner(at);

		// A minimum or maximum has no base, so dead cells do not count.
		if (!owner || (owner & DT_CELL_DEAD && !g->func->subtract))
			continue;
		if (copy)
			memcpy(copy, cell_key(at), g->desc->cells.key);
		dt_agg_merge(a, g, copy ? copy : cell_key(at), (const uint8_t *)cell_value(g, at),
			     1, 0);
	}
}

void dt_agg_cells_read(struct dt_aggs *a, struct dt_agg *g)
{
	for (size_t i = 0; i < a->config->n_stores; i++)
		read_cells(a, g, a->config->stores[i]);
}

static void zero_cells(struct dt_aggs *a, struct dt_agg *g, const struct dt_store *s, bool doomed)
{
	struct cells c = cells_of(a, g, s);

	for (uint32_t i = 0; i < c.n; i++) {
		uint64_t *at = cell_at(&c, i);
		const struct dt_agg_elem *e =
		    doomed && cell_owner(at) ? dt_agg_find(a, g, cell_key(at)) : NULL;

		if (!doomed || (e && e->doomed))
			clear_cell(g, at);
	}
}

void dt_agg_cells_zero(struct dt_aggs *a, struct dt_agg *g, bool doomed)
{
	for (size_t i = 0; i < a->config->n_stores; i++)
		zero_cells(a, g, a->config->stores[i], doomed);
}

/** Subtracts the cell's value from the element's base, because later snapshots do not contain it.
 *  If the element was removed after the cell died, creates it: later snapshots then show the
 *  updates in between. */
static void settle_cell(struct dt_aggs *a, struct dt_agg *g, uint64_t *cell)
{
	struct dt_agg_elem *e;

	if (!g->func->subtract)
		return;
	e = dt_agg_add(a, g, cell_key(cell));
	e->hidden |= !e->present;
	dt_elems_add_base(&g->elems, e);
	dt_agg_forget(g, e, cell_value(g, cell));
}

/** Frees the cells that died in an earlier call, which no program uses any more. Updates since then
 *  are not lost, because the base decreases by the cell's value. */
static void free_dead_cells(struct dt_aggs *a, struct dt_agg *g, const struct cells *c)
{
	uint32_t *numbers = (uint32_t *)(c->memory + c->layout->numbers);
	uint64_t returned = cells_head(c)->returned;

	for (uint32_t i = 0; i < c->n; i++) {
		uint64_t *at = cell_at(c, i);

		if (!(cell_owner(at) & DT_CELL_DEAD))
			continue;
		settle_cell(a, g, at);
		clear_cell(g, at);
		memset(at + 1, 0, c->layout->key);
		__atomic_store_n(at, 0, __ATOMIC_RELEASE);
		numbers[returned++ & (c->layout->n - 1)] = i + 1;
		__atomic_store_n(&cells_head(c)->returned, returned, __ATOMIC_RELEASE);
	}
}

/** Removes the dead cells from their buckets. */
static void remove_dead(const struct cells *c)
{
	struct dt_cell_bucket *b = (struct dt_cell_bucket *)(c->memory + c->layout->buckets);
	size_t n = (size_t)c->layout->n_buckets * DT_CELL_ENTRIES;

	for (size_t i = 0; i < n; i++) {
		dt_u64 *entry = &b[i / DT_CELL_ENTRIES].entry[i % DT_CELL_ENTRIES];
		uint64_t e = __atomic_load_n(entry, __ATOMIC_RELAXED);
		uint32_t number = (uint32_t)e - 1;

		if (e && number < c->layout->n && cell_owner(cell_at(c, number)) & DT_CELL_DEAD)
			__atomic_store_n(entry, 0, __ATOMIC_RELAXED);
	}
}

static void delete_cells(struct dt_aggs *a, struct dt_agg *g, const struct cells *c)
{
	bool any = false;

	free_dead_cells(a, g, c);
	for (uint32_t i = 0; i < c->n; i++) {
		uint64_t *at = cell_at(c, i);
		const struct dt_agg_elem *e =
		    cell_owner(at) ? dt_agg_find(a, g, cell_key(at)) : NULL;

		if (!e || !e->doomed)
			continue;
		__atomic_fetch_or(at, DT_CELL_DEAD, __ATOMIC_SEQ_CST);
		any = true;
	}
	if (any)
		remove_dead(c);
}

void dt_agg_cells_delete(struct dt_aggs *a, struct dt_agg *g)
{
	bool has_waited = false;

	for (size_t i = 0; i < a->config->n_stores; i++) {
		struct cells c = cells_of(a, g, a->config->stores[i]);

		if (!c.n)
			continue;
		if (!has_waited)
			dt_await_programs();
		has_waited = true;
		delete_cells(a, g, &c);
	}
}
