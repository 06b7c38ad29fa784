/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads aggregations from the kernel; implements clear() and trunc().
 *
 * For the additive functions (all but min and max), arithmetic on words wraps around, so a base may
 * be larger than the kernel's value. Thus an update between the reading and the deletion of a key
 * survives the deletion.
 *
 * A program may still be adding to an element that is removed from the map. Therefore trunc() only
 * hides keys. A hidden key without new data is deleted by the next trunc(), or once the aggregation
 * was not read for a second.
 *
 * Decision: docs/dev/decisions/0009-clear-in-consumer-lazy-trunc.md
 */
#include "consume/agg/agg.h"

#include "base/time.h"

#include <string.h>

enum {
	PASSES = 2,	   // the second one frees a cell
	IDLE = 1000000000, // ns
};

struct dt_error *dt_agg_read(struct dt_aggs *a, struct dt_agg *g, uint64_t time)
{
	uint64_t now;

	if (g->taken && time <= g->taken)
		return NULL;
	now = dt_now();
	if (a->config->before_reading)
		a->config->before_reading(a->config->self);
	dt_agg_begin(g);
	DT_TRY(dt_error_wrap(dt_agg_map_read(a, g), "read aggregation @%s", g->desc->name));
	dt_agg_end(g);
	g->taken = now;
	return NULL;
}

/** Hides the current value. A minimum or maximum has no base: the caller resets it in the kernel,
 *  and *lost is set if there was one. */
static void hide_value(struct dt_agg *g, struct dt_agg_elem *e, bool *lost)
{
	if (g->func->subtract) {
		dt_elems_add_base(&g->elems, e);
		g->func->add(e->base, e->value, g->n_words);
	} else {
		*lost |= !g->func->is_empty(e->value);
	}
	memset(e->value, 0, g->desc->value_size);
}

struct dt_error *dt_agg_clear(struct dt_aggs *a, struct dt_agg *g)
{
	dt_vec_foreach (&g->elems.v, e)
		hide_value(g, *e, &g->lost_by_clear);
	return g->func->subtract ? NULL : dt_agg_map_zero(a, g, false);
}

static bool any_words(const uint64_t *words, size_t n)
{
	uint64_t any = 0;

	for (size_t i = 0; words && i < n; i++)
		any |= words[i];
	return any;
}

/** Reports whether nothing depends on the element: it has neither a base nor words to take. */
static bool is_settled(const struct dt_elems *e, const struct dt_agg_elem *elem)
{
	return !any_words(elem->base, e->n_words) &&
	       !(elem->given && any_words(elem->given + 1, e->n_words));
}

static bool is_deleted(const struct dt_elems *e, const struct dt_agg_elem *elem)
{
	return elem->doomed && is_settled(e, elem);
}

static bool is_taken(const struct dt_elems *e, const struct dt_agg_elem *elem)
{
	return elem->hidden && elem->given && is_settled(e, elem);
}

void dt_agg_drop_taken(struct dt_agg *g)
{
	bool any = false;

	dt_vec_foreach (&g->elems.v, e)
		any |= is_taken(&g->elems, *e);
	if (any)
		dt_elems_remove(&g->elems, is_taken);
}

static void drop_doomed(struct dt_agg *g)
{
	dt_elems_remove(&g->elems, is_deleted);
	dt_vec_foreach (&g->elems.v, e)
		(*e)->doomed = false;
}

/** Deletes the keys that an earlier trunc() has hidden and that have no data since. */
static struct dt_error *delete_idle(struct dt_aggs *a, struct dt_agg *g)
{
	if (!g->passes)
		return NULL;
	g->passes--;
	dt_vec_foreach (&g->elems.v, e)
		(*e)->doomed = (*e)->hidden;
	struct dt_error *err = dt_agg_map_delete(a, g);
	drop_doomed(g);
	return dt_error_wrap(err, "truncate aggregation @%s", g->desc->name);
}

static struct dt_error *hide_doomed(struct dt_aggs *a, struct dt_agg *g)
{
	struct dt_error *err = g->func->subtract ? NULL : dt_agg_map_zero(a, g, true);

	dt_vec_foreach (&g->elems.v, ep) {
		struct dt_agg_elem *e = *ep;

		if (!e->doomed)
			continue;
		hide_value(g, e, &g->lost_by_trunc);
		e->hidden = true;
		e->present = e->doomed = false;
		g->passes = g->desc->key_size ? PASSES : 0;
	}
	return err;
}

struct dt_error *dt_agg_trunc(struct dt_aggs *a, struct dt_agg *g, int64_t keep)
{
	static const struct dt_agg_order ascending = {0}, descending = {.reverse = true};
	size_t kept = keep < 0 ? 0 - (uint64_t)keep : (uint64_t)keep;
	struct dt_agg_table t;

	DT_TRY(delete_idle(a, g));
	dt_agg_table_init_divided(&t, &g, 1, a->names, keep < 0 ? &ascending : &descending, kept);
	for (size_t i = kept; i < t.rows.len; i++)
		t.rows.data[i].elems[0]->doomed = true;
	dt_agg_table_deinit(&t);
	return dt_error_wrap(hide_doomed(a, g), "truncate aggregation @%s", g->desc->name);
}

/** Marks keys that were not changed for `idle` ns, and returns their number. */
static size_t doom_idle(struct dt_agg *g, uint64_t idle)
{
	size_t n = 0;

	dt_vec_foreach (&g->elems.v, ep) {
		struct dt_agg_elem *e = *ep;

		e->doomed = e->given && !e->hidden && g->taken - e->given[0] >= idle &&
			    any_words(e->given + 1, g->n_words);
		if (!e->doomed)
			continue;
		dt_elems_add_base(&g->elems, e);
		n++;
	}
	return n;
}

// An update between the last reading and the deletion is not lost: the base and the words that were
// given away decrease by the same value. The second pass frees a cell.
struct dt_error *dt_agg_expire(struct dt_aggs *a, struct dt_agg *g, uint64_t idle, size_t *n)
{
	struct dt_error *err = NULL;
	size_t found;

	if (!idle || !g->desc->key_size || !g->func->subtract || g->taken - g->looked < idle / 8)
		return NULL;
	g->looked = g->taken;
	found = doom_idle(g, idle);
	for (int i = 0; i < PASSES && found && !err; i++)
		err = dt_agg_map_delete(a, g);
	dt_vec_foreach (&g->elems.v, e)
		(*e)->doomed = false;
	*n += found;
	return dt_error_wrap(err, "remove idle keys of aggregation @%s", g->desc->name);
}

// Does not read an aggregation that was read less than IDLE ago: a printa() of a firing has read
// it, and the record of the following trunc() may not have arrived yet.
struct dt_error *dt_aggs_sweep(struct dt_aggs *a)
{
	for (size_t i = 0; i < a->n; i++) {
		struct dt_agg *g = &a->v[i];

		if (!g->passes || dt_now() - g->taken < IDLE)
			continue;
		DT_TRY(dt_agg_read(a, g, UINT64_MAX));
		DT_TRY(delete_idle(a, g));
	}
	return NULL;
}

uint64_t dt_aggs_sweep_due(const struct dt_aggs *a)
{
	uint64_t due = UINT64_MAX;

	for (size_t i = 0; i < a->n; i++)
		if (a->v[i].passes && a->v[i].taken + IDLE < due)
			due = a->v[i].taken + IDLE;
	return due;
}
