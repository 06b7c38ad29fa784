/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Inverts the enabling: a clause has the probes that it matched, a program needs the clauses that
 * its probes fire. Probes with the same context and the same list of clauses form a group.
 *
 * A clause with a list of descriptions is checked once for each description, because args[] may
 * have different types. If the types are equal, the copies count as one clause here. So twenty
 * descriptions with one body become one program that filters, not twenty and a dispatcher.
 */
#include "session/compile/compile.h"
#include "session/program/inside/inside.h"

#include "ebpf/feature.h"
#include "types/btf/offsets.h"

#include <string.h>

static struct dt_enabled *enabled_of(struct dtrace *d, struct dt_probe *p)
{
	struct dt_enabled *e = dt_map_get(&d->programs->enabled_by_id, &p->id, sizeof(p->id));

	if (e)
		return e;
	e = dt_arena_new(d->compile->arena, struct dt_enabled);
	e->probe = p;
	dt_map_put(&d->programs->enabled_by_id, &p->id, sizeof(p->id), e);
	dt_vec_push(&d->programs->enabled, e);
	return e;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int compare_enabled(const void *a, const void *b)
{
	struct dt_enabled *const *x = a, *const *y = b;

	return compare_numbers((*x)->probe->id, (*y)->probe->id);
}

/** Returns the clause whose code also runs for this clause. */
static const struct dt_clause *served_by(const struct dt_clause *c)
{
	const struct dt_clause *first = c->list;

	return !c->uses_args || dt_session_same_args(first->matched, c->matched) ? first : c;
}

/** Reports whether a clause of the same list already runs at the probe, for the same static probe.
 * Then two descriptions of the list match. The clauses of a list are adjacent. */
static bool is_repeated(const struct dt_enabled *e, const struct dt_lower_clause *c)
{
	const struct dt_lower_clause *runs = e->clauses.data;

	for (size_t i = e->clauses.len; i && runs[i - 1].clause->list == c->clause->list; i--)
		if (runs[i - 1].fired == c->fired)
			return true;
	return false;
}

static void enable_at(struct dtrace *d, struct dt_probe *p, const struct dt_clause *c,
		      const struct dt_fired *fired)
{
	const struct dt_match *m = c->matched;
	struct dt_enabled *e = enabled_of(d, p);
	struct dt_lower_clause run = {c, fired};

	// A probe created while tracing must find the description that it matches.
	if (!p->is_retained && !is_repeated(e, &run))
		run.clause = m->served_by;
	dt_vec_push(&e->clauses, run);
}

/** Enables a clause at a probe or, if the probe is static, at the probes below. */
static void enable_clause(struct dtrace *d, struct dt_probe *p, const struct dt_clause *c)
{
	const struct dt_firings *below = dt_session_firings(d, p, c->args_named);

	if (p->id == DT_PROBE_ERROR)
		dt_vec_push(&d->programs->error_clauses, (struct dt_lower_clause){.clause = c});
	else if (!below)
		enable_at(d, p, c, NULL);
	else
		dt_vec_foreach (&below->list, f)
			enable_at(d, f->probe, c, f->fired);
}

/** Returns the rank of a clause: providers' clauses run before or after the program's. */
static unsigned rank_of(const struct dt_clause *c)
{
	return c->role == DT_CLAUSE_PROGRAM ? 1 : c->runs_last ? 2 : 0;
}

/** Orders clauses as if the probe and the static probes that it fires fired one after the other, in
 * the order of their ids, which is the order of the declarations. */
static int compare_runs(const void *a, const void *b)
{
	const struct dt_lower_clause *x = a, *y = b;
	int order = compare_numbers(rank_of(x->clause), rank_of(y->clause));

	if (!order)
		order = compare_numbers(x->fired ? x->fired->probe.id : 0,
					y->fired ? y->fired->probe.id : 0);
	if (!order)
		order = compare_numbers(x->clause->order, y->clause->order);
	return order ? order : compare_numbers(x->clause->index, y->clause->index);
}

/** Collects the enabled probes. Clauses that the program's clauses use are added to the list while
 * it is walked. */
static void collect_enabled(struct dtrace *d)
{
	const struct dt_program *program = &d->compile->program;

	for (const struct dt_clause *c = NULL; (c = dt_clause_next(program, c));) {
		struct dt_match *m = c->matched;

		if (!m || c->role == DT_CLAUSE_ORIGIN)
			continue;
		m->served_by = served_by(c);
		dt_vec_foreach (&m->probes, p)
			enable_clause(d, *p, c);
	}
	if (d->programs->enabled.len)
		qsort(d->programs->enabled.data, d->programs->enabled.len,
		      sizeof(*d->programs->enabled.data), compare_enabled);
	dt_vec_foreach (&d->programs->enabled, e)
		qsort((*e)->clauses.data, (*e)->clauses.len, sizeof(*(*e)->clauses.data),
		      compare_runs);
}

static struct dt_group *add_group(struct dtrace *d, const struct dt_context *context)
{
	struct dt_group *g = dt_arena_new(d->compile->arena, struct dt_group);

	g->context = context;
	dt_vec_push(&d->programs->groups, g);
	return g;
}

/** Reports whether a clause runs for a thread other than the current one. */
static bool has_threads(const struct dt_enabled *e)
{
	dt_vec_foreach (&e->clauses, c)
		for (const struct dt_fired *f = c->fired; f; f = f->by)
			if (f->origin->thread)
				return true;
	return false;
}

static const struct dt_context *context_of(const struct dt_enabled *e)
{
	const struct dt_context *context = e->probe->context;

	return has_threads(e) ? context->typed : context;
}

/** Returns what all probes of a group have in common, besides clauses. */
static const void *owner_of(const struct dt_enabled *e)
{
	const struct dt_context *context = e->probe->context;

	if (context->is_single)
		return e->probe;
	return e->is_inside ? context->in_target : context;
}

/** Returns the group of an owner with the clauses of a probe. */
static struct dt_group *group_of(struct dtrace *d, struct dt_map *by_key, const void *whose,
				 const struct dt_enabled *e)
{
	size_t clauses = e->clauses.len * sizeof(*e->clauses.data);
	size_t size = sizeof(void *) + clauses;
	dt_cleanup(dt_free_p) void *key = dt_malloc(size);
	struct dt_group *g;

	memcpy(key, &whose, sizeof(void *));
	memcpy((char *)key + sizeof(void *), e->clauses.data, clauses);
	g = dt_map_get(by_key, key, size);
	if (g)
		return g;
	g = add_group(d, context_of(e));
	g->clauses = e->clauses.data;
	g->n_clauses = e->clauses.len;
	dt_map_put(by_key, key, size, g);
	return g;
}

/** Adds the sites of a probe inside the target that the kernel probes, too, to a group. */
static void add_in_place(struct dtrace *d, struct dt_map *by_key, const struct dt_enabled *e,
			 struct dt_group *original)
{
	struct dt_probe *p = dt_session_inside_in_place(d, e->probe);
	struct dt_group *g = p ? group_of(d, by_key, original, e) : NULL;

	if (!p)
		return;
	g->original = original;
	dt_vec_push(&g->probes, p);
}

/** Groups probes by (context, clauses), in the order of their first probe. If the context cannot
 * distinguish probes, groups by (probe, clauses). */
static void make_groups(struct dtrace *d)
{
	struct dt_map by_key = {0};

	dt_vec_foreach (&d->programs->enabled, ep) {
		const struct dt_enabled *e = *ep;
		struct dt_group *g;

		if (e->is_dropped)
			continue;
		g = group_of(d, &by_key, owner_of(e), e);
		g->is_inside = e->is_inside;
		dt_vec_push(&g->probes, e->probe);
		if (e->is_inside)
			add_in_place(d, &by_key, e, g);
	}
	dt_map_deinit(&by_key);
}

static size_t groups_of_context(const struct dtrace *d, const struct dt_context *ctx)
{
	size_t n = 0;

	dt_vec_foreach (&d->programs->groups, g)
		n += (*g)->context == ctx && (*g)->n_clauses;
	return n;
}

static struct dt_group *dispatcher_of(struct dtrace *d, const struct dt_context *ctx)
{
	dt_vec_foreach (&d->programs->groups, g)
		if (!(*g)->n_clauses && (*g)->context == ctx)
			return *g;
	return add_group(d, ctx);
}

/** Makes a dispatcher for each context that several groups share, if the context supports it. */
static void make_dispatchers(struct dtrace *d)
{
	size_t n = d->programs->groups.len;

	for (size_t i = 0; i < n; i++) {
		struct dt_group *g = d->programs->groups.data[i];

		if (!g->context->dispatch || groups_of_context(d, g->context) < 2)
			continue;
		g->dispatcher = dispatcher_of(d, g->context);
		dt_vec_foreach (&g->probes, p)
			dt_vec_push(&g->dispatcher->probes, *p);
	}
}

/** Reports whether the group may share an attachment of entry and return. Functions of later
 * modules join both groups; with args[], one of the groups could refuse them for their types. */
static bool may_be_half(const struct dt_group *g)
{
	bool grows = false, has_args = false;

	dt_vec_foreach (&g->probes, p)
		grows |= (*p)->is_retained;
	for (size_t i = 0; i < g->n_clauses; i++)
		has_args |= g->clauses[i].clause->uses_args;
	return !(grows && has_args);
}

static bool are_halves(const struct dt_group *entry, const struct dt_group *ret)
{
	if (!ret->context->has_returned || ret->dispatcher || ret->probes.len != entry->probes.len)
		return false;
	for (size_t i = 0; i < entry->probes.len; i++)
		if (ret->probes.data[i]->id != entry->probes.data[i]->id + 1)
			return false;
	return may_be_half(entry) && may_be_half(ret);
}

static void join_halves(struct dtrace *d, const struct dt_joint *joint, struct dt_group *entry,
			struct dt_group *ret)
{
	struct dt_group *dispatcher = add_group(d, joint->dispatcher);

	dt_vec_foreach (&entry->probes, p)
		dt_vec_push(&dispatcher->probes, *p);
	entry->context = joint->programs[false];
	ret->context = joint->programs[true];
	entry->dispatcher = ret->dispatcher = dispatcher;
}

static struct dt_group *other_half(const struct dtrace *d, const struct dt_group *entry)
{
	if (!entry->n_clauses || entry->context->has_returned)
		return NULL;
	dt_vec_foreach (&d->programs->groups, g)
		if (are_halves(entry, *g))
			return *g;
	return NULL;
}

/** Reports whether programs can determine that a session runs them at a return. */
static bool knows_returns(struct dtrace *d)
{
	struct dt_bpf_kernel *kernel = &d->programs->kernel;

	if (!kernel->is_return)
		kernel->is_return = dt_btf_function("bpf_session_is_return");
	return kernel->is_return;
}

/** Joins groups that probe entry and return of the same functions: they share one attachment. */
static void make_joints(struct dtrace *d)
{
	for (size_t i = 0, n = d->programs->groups.len; i < n; i++) {
		struct dt_group *entry = d->programs->groups.data[i], *ret;
		const struct dt_provider *provider = entry->probes.data[0]->provider;
		const struct dt_joint *joint;

		ret = provider->joint ? other_half(d, entry) : NULL;
		joint = ret && dt_feature(DT_FEAT_SESSION) ? provider->joint(&d->registry) : NULL;
		if (joint && knows_returns(d))
			join_halves(d, joint, entry, ret);
	}
}

struct dt_error *dt_session_group(struct dtrace *d)
{
	collect_enabled(d);
	DT_TRY(dt_session_inside_plan(d));
	make_groups(d);
	make_dispatchers(d);
	make_joints(d);
	return NULL;
}

void dt_session_assign_epids(struct dtrace *d)
{
	uint32_t next = 1;

	for (const struct dt_clause *c = NULL; (c = dt_clause_next(&d->compile->program, c));) {
		const struct dt_match *m = c->matched;

		dt_lower_set_epid_base(d->programs->lower, c, next);
		next += m && c->role != DT_CLAUSE_ORIGIN ? m->probes.len : 0;
	}
}

/** Finds the index of a probe among the probes that a clause matched. Returns false if it is not
 * there. */
static bool find_matched(const struct dt_match *m, uint32_t probe, size_t *ret)
{
	*ret = dt_leading(m->probes.data, m->probes.len, e, (*e)->id < probe);
	return *ret < m->probes.len && m->probes.data[*ret]->id == probe;
}

uint32_t dt_session_epid(const struct dtrace *d, uint32_t clause, uint32_t probe)
{
	size_t at;

	for (const struct dt_clause *c = NULL; (c = dt_clause_next(&d->compile->program, c));) {
		const struct dt_match *m = c->role == DT_CLAUSE_ORIGIN ? NULL : c->matched;

		if (m && (c->index == clause || m->served_by->index == clause) &&
		    find_matched(m, probe, &at))
			return d->programs->desc->clauses[c->index].epid_base + at;
	}
	return 0;
}
