/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Turns the enabling around: a clause knows which probes it matched, a program must know which
 * clauses its probes fire. Probes with one context and one list of clauses are a group.
 */
#include "session/session.h"

#include <string.h>

static struct dt_enabled *enabled_of(struct dtrace *d, struct dt_probe *p)
{
	struct dt_enabled *e = dt_map_get(&d->enabled_by_id, &p->id, sizeof(p->id));

	if (e)
		return e;
	e = dt_arena_new(d->compile->arena, struct dt_enabled);
	e->probe = p;
	dt_map_put(&d->enabled_by_id, &p->id, sizeof(p->id), e);
	dt_vec_push(&d->enabled, e);
	return e;
}

static int compare_enabled(const void *a, const void *b)
{
	struct dt_enabled *const *x = a, *const *y = b;

	return (*x)->probe->id < (*y)->probe->id ? -1 : (*x)->probe->id > (*y)->probe->id;
}

static void collect_enabled(struct dtrace *d)
{
	for (const struct dt_clause *c = d->compile->program.clauses; c; c = c->next) {
		const struct dt_match *m = c->matched;

		if (!m)
			continue;
		dt_vec_foreach (&m->probes, p) {
			if ((*p)->id == DT_PROBE_ERROR)
				dt_vec_push(&d->error_clauses, c);
			else
				dt_vec_push(&enabled_of(d, *p)->clauses, c);
		}
	}
	if (d->enabled.len)
		qsort(d->enabled.data, d->enabled.len, sizeof(*d->enabled.data), compare_enabled);
}

static struct dt_group *add_group(struct dtrace *d, const struct dt_context *context)
{
	struct dt_group *g = dt_arena_new(d->compile->arena, struct dt_group);

	g->context = context;
	dt_vec_push(&d->groups, g);
	return g;
}

/** By (context, clauses), in the order of their first probe; where the context cannot tell probes
 *  apart, by (probe, clauses). */
static void make_groups(struct dtrace *d)
{
	struct dt_map by_key = {0};

	dt_vec_foreach (&d->enabled, ep) {
		struct dt_enabled *e = *ep;
		size_t size = (e->clauses.len + 1) * sizeof(void *);
		dt_cleanup(dt_free_p) void *key = dt_malloc(size);
		const void *whose =
		    e->probe->context->is_single ? (const void *)e->probe : e->probe->context;
		struct dt_group *g;

		memcpy(key, &whose, sizeof(void *));
		memcpy((char *)key + sizeof(void *), e->clauses.data, size - sizeof(void *));
		g = dt_map_get(&by_key, key, size);
		if (!g) {
			g = add_group(d, e->probe->context);
			g->clauses = e->clauses.data;
			g->n_clauses = e->clauses.len;
			dt_map_put(&by_key, key, size, g);
		}
		dt_vec_push(&g->probes, e->probe);
	}
	dt_map_deinit(&by_key);
}

static size_t groups_of_context(const struct dtrace *d, const struct dt_context *ctx)
{
	size_t n = 0;

	dt_vec_foreach (&d->groups, g)
		n += (*g)->context == ctx && (*g)->n_clauses;
	return n;
}

static struct dt_group *dispatcher_of(struct dtrace *d, const struct dt_context *ctx)
{
	dt_vec_foreach (&d->groups, g)
		if (!(*g)->n_clauses && (*g)->context == ctx)
			return *g;
	return add_group(d, ctx);
}

/** A dispatcher for each context that several groups share, if it offers one. */
static void make_dispatchers(struct dtrace *d)
{
	size_t n = d->groups.len;

	for (size_t i = 0; i < n; i++) {
		struct dt_group *g = d->groups.data[i];

		if (!g->context->dispatch || groups_of_context(d, g->context) < 2)
			continue;
		g->dispatcher = dispatcher_of(d, g->context);
		dt_vec_foreach (&g->probes, p)
			dt_vec_push(&g->dispatcher->probes, *p);
	}
}

void dt_session_group(struct dtrace *d)
{
	collect_enabled(d);
	make_groups(d);
	make_dispatchers(d);
}

void dt_session_assign_epids(struct dtrace *d)
{
	uint32_t next = 1;

	for (struct dt_clause *c = d->compile->program.clauses; c; c = c->next) {
		const struct dt_match *m = c->matched;

		dt_lower_set_epid_base(d->lower, c, next);
		next += m ? m->probes.len : 0;
	}
}

uint32_t dt_session_epid(const struct dtrace *d, uint32_t clause, uint32_t probe)
{
	for (const struct dt_clause *c = d->compile->program.clauses; c; c = c->next) {
		const struct dt_match *m = c->matched;

		if (c->index != clause || !m)
			continue;
		for (size_t low = 0, high = m->probes.len; low < high;) {
			size_t middle = (low + high) / 2;
			uint32_t id = m->probes.data[middle]->id;

			if (id == probe)
				return d->desc->clauses[clause].epid_base + middle;
			if (id < probe)
				low = middle + 1;
			else
				high = middle;
		}
	}
	return 0;
}
