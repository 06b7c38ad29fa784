/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the probes that fire a static probe (session/compile/static.c). Clauses of a static probe
 * run in the programs of the probes below, under the origin's condition and with the origin's
 * arguments. A probe below may itself be static.
 */
#include "session/compile/compile.h"
#include "session/program/program.h"

/** Adds the probe `at`, which fires the static probe `p`. Probes that fire it in the same way share
 * an object, and so share programs. */
static void add_firing(struct dtrace *d, struct dt_firings *to, const struct dt_probe *p,
		       struct dt_probe *at, const struct dt_clause *origin,
		       const struct dt_fired *by)
{
	const struct dt_fired *last = to->list.len ? dt_vec_last(&to->list).fired : NULL;
	struct dt_fired *f;

	if (last && last->origin == origin && last->by == by) {
		dt_vec_push(&to->list, (struct dt_firing){at, last});
		return;
	}
	f = dt_arena_new(d->compile->arena, struct dt_fired);
	*f = (struct dt_fired){
	    .probe = {p->id, p->prov, p->mod, p->func, p->name}, .origin = origin, .by = by};
	dt_vec_push(&to->list, (struct dt_firing){at, f});
}

static void add_origin(struct dtrace *d, struct dt_firings *to, const struct dt_probe *p,
		       const struct dt_clause *origin)
{
	const struct dt_match *m = origin->matched;

	dt_vec_foreach (&m->probes, q) {
		const struct dt_firings *below = dt_session_firings(d, *q, origin->args_named);

		if (!below) {
			add_firing(d, to, p, *q, origin, NULL);
			continue;
		}
		dt_vec_foreach (&below->list, f)
			add_firing(d, to, p, f->probe, origin, f->fired);
	}
}

const struct dt_firings *dt_session_firings(struct dtrace *d, const struct dt_probe *p,
					    uint64_t args)
{
	const struct dt_provider_probe *declared = dt_session_static_probe(p);
	struct dt_firings *ret;

	if (!declared)
		return NULL;
	dt_probe_need(d->compile, declared, args);
	ret = dt_map_get(&d->programs->firings, &p->id, sizeof(p->id));
	if (ret)
		return ret;
	ret = dt_arena_new(d->compile->arena, struct dt_firings);
	dt_map_put(&d->programs->firings, &p->id, sizeof(p->id), ret);
	for (const struct dt_clause *o = declared->choice->origins; o; o = o->next)
		add_origin(d, ret, p, o);
	return ret;
}

void dt_session_firings_deinit(struct dtrace *d)
{
	const struct dt_map_entry *e;
	size_t pos = 0;

	while ((e = dt_map_next(&d->programs->firings, &pos)))
		dt_vec_deinit(&((struct dt_firings *)e->value)->list);
	dt_map_deinit(&d->programs->firings);
}
