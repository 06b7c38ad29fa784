/* SPDX-License-Identifier: BSD-2-Clause */
#include "session/compile/compile.h"
#include "session/process/process.h"
#include "session/program/inside/inside.h"
#include "session/program/join.h"

#include "provider/uprobe/uprobe.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct dt_group *group_of(struct dtrace *d, const struct dt_match *m,
				 const struct dt_context *context)
{
	dt_vec_foreach (&m->probes, held) {
		if (!(*held)->is_retained || (*held)->context != context)
			continue;
		dt_vec_foreach (&d->programs->groups, g)
			dt_vec_foreach (&(*g)->probes, p)
				if (*p == *held)
					return *g;
	}
	return NULL;
}

void dt_session_join(struct dtrace *d, struct dt_additions *a, const struct dt_match *m,
		     struct dt_probe *p)
{
	struct dt_group *g = group_of(d, m, p->context);

	if (!g)
		return; // the group runs 32-bit programs and this process is 64-bit, or vice versa
	if (g->dispatcher && g->context->has_returned)
		return; // attached together with the function's entry
	dt_vec_foreach (&a->list, x) {
		if (x->group != g)
			continue;
		dt_vec_foreach (&x->probes, known)
			if (*known == p)
				return; // added by another clause of the same description
		dt_vec_push(&x->probes, p);
		return;
	}
	dt_vec_push(&a->list, (struct dt_addition){.group = g});
	dt_vec_push(&dt_vec_last(&a->list).probes, p);
}

static int compare_additions(const void *a, const void *b)
{
	const struct dt_addition *x = a, *y = b;
	bool x_finishes = x->group->context->finish, y_finishes = y->group->context->finish;

	// The kernel runs the last attached program first. Clauses must run in program order, and
	// programs that change registers at their end must run last.
	if (x_finishes != y_finishes)
		return y_finishes - x_finishes;
	return (int)y->group->clauses[0].clause->index - (int)x->group->clauses[0].clause->index;
}

struct dt_error *dt_session_join_attach(struct dtrace *d, struct dt_additions *a)
{
	if (a->list.len)
		qsort(a->list.data, a->list.len, sizeof(*a->list.data), compare_additions);
	dt_vec_foreach (&a->list, x)
		dt_uprobe_note_counters(&d->loaded->links, x->probes.data, x->probes.len);
	dt_vec_foreach (&a->list, x) {
		const struct dt_group *to = x->group->dispatcher ? x->group->dispatcher : x->group;
		struct dt_attachment attachment = {to->context, x->probes.data, x->probes.len,
						   &to->prog->loaded, -1};
		struct dt_error *err;

		if (!x->group->why && x->group->is_inside)
			continue;
		err = x->probes.data[0]->provider->attach(&attachment, 1, &d->loaded->links);
		if (err && (err->os_errno == ESRCH || err->os_errno == ENOENT))
			dt_error_destroy(err); // the process has ended meanwhile
		else if (err)
			return err;
	}
	return NULL;
}

/** Notes that a probe fires the clauses of a group, maybe beside those of others. */
static void enable_later(struct dtrace *d, struct dt_probe *p, const struct dt_group *g)
{
	struct dt_enabled *e = dt_map_get(&d->programs->enabled_by_id, &p->id, sizeof(p->id));
	struct dt_lower_clause *all;
	size_t n;

	if (!e) {
		e = dt_arena_new(d->compile->arena, struct dt_enabled);
		e->probe = p;
		e->is_inside = e->in_region = true;
		dt_map_put(&d->programs->enabled_by_id, &p->id, sizeof(p->id), e);
	}
	n = e->clauses.len;
	all = dt_arena_array(d->compile->arena, struct dt_lower_clause, n + g->n_clauses);
	if (n)
		memcpy(all, e->clauses.data, n * sizeof(*all));
	memcpy(all + n, g->clauses, g->n_clauses * sizeof(*all));
	e->clauses.data = all; // in the arena: the probe is not in dt_programs.enabled
	e->clauses.len = n + g->n_clauses;
}

/** Lets a probe join a group inside the target, unless it has. */
static void join_group(struct dtrace *d, struct dt_group *g, struct dt_probe *p)
{
	dt_vec_foreach (&g->probes, known)
		if (*known == p)
			return;
	enable_later(d, p, g);
	dt_vec_push(&g->probes, p);
	if (!dt_session_inside_sites(d, p))
		dt_session_inside_plan_later(d, p);
}

void dt_session_join_groups(struct dtrace *d, const struct dt_additions *a)
{
	dt_vec_foreach (&a->list, x)
		if (!x->group->why && x->group->is_inside)
			dt_vec_foreach (&x->probes, p)
				join_group(d, x->group, *p);
}

struct dt_error *dt_session_join_inside(struct dtrace *d, const struct dt_additions *a)
{
	struct dt_error *err = d->inside->is_replaced ? NULL : dt_session_inside_refresh(d);

	if (!err && !d->inside->is_replaced) {
		dt_session_join_groups(d, a);
		err = dt_session_inside_attach_later(d);
		dt_session_inside_refresh_tables(d);
	}
	if (err &&
	    (err->code == DT_ERR_PROC_GONE || dt_session_target_has_ended(d->targets->list.data))) {
		dt_error_destroy(err);
		err = NULL;
	}
	return err;
}

void dt_session_additions_deinit(struct dt_additions *a)
{
	dt_vec_foreach (&a->list, x)
		dt_vec_deinit(&x->probes);
	dt_vec_deinit(&a->list);
}
