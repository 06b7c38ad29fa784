/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Skipped places as data: a description matches them, but they cannot be probed.
 */
#include "session/program/program.h"

#include <string.h>

static int compare_places(const void *a, const void *b)
{
	const struct dt_skip *x = a, *y = b;
	int order = strcmp(x->prov, y->prov);

	if (!order)
		order = strcmp(x->mod, y->mod);
	if (!order)
		order = strcmp(x->func, y->func);
	if (!order)
		order = x->offset < y->offset ? -1 : x->offset > y->offset;
	return order ? order : strcmp(x->name, y->name);
}

void dtrace_each_skip(struct dtrace *d, void (*fn)(void *arg, const struct dtrace_skip *s),
		      void *arg)
{
	if (!d || !fn)
		return;
	dt_vec(struct dt_skip) all = {0};

	dt_vec_foreach (&d->registry.skips, s)
		dt_vec_push(&all, *s);
	dt_vec_foreach (&d->loaded->links.skips, s)
		dt_vec_push(&all, *s);
	if (all.len)
		qsort(all.data, all.len, sizeof(*all.data), compare_places);
	d->output.n_calls++;
	dt_vec_foreach (&all, s)
		// Several clauses may match the same place.
		if (s == all.data || compare_places(s - 1, s) != 0)
			fn(arg, &(struct dtrace_skip){.size = sizeof(struct dtrace_skip),
						      .provider = s->prov,
						      .module = s->mod,
						      .function = s->func,
						      .name = s->name,
						      .offset = s->offset,
						      .why = s->why,
						      .n_places = s->n_places ? s->n_places : 1,
						      .is_unserved = !s->is_absent});
	d->output.n_calls--;
	dt_vec_deinit(&all);
}
