/* SPDX-License-Identifier: BSD-2-Clause */
#include "session/compile/compile.h"
#include "session/program/join.h"
#include "session/program/program.h"

#include <errno.h>
#include <stdlib.h>

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
	dt_vec_foreach (&a->list, x) {
		const struct dt_group *to = x->group->dispatcher ? x->group->dispatcher : x->group;
		struct dt_attachment attachment = {to->context, x->probes.data, x->probes.len,
						   &to->prog->loaded, -1};
		struct dt_error *err =
		    x->probes.data[0]->provider->attach(&attachment, 1, &d->loaded->links);

		if (err && (err->os_errno == ESRCH || err->os_errno == ENOENT))
			dt_error_destroy(err); // the process has ended meanwhile
		else if (err)
			return err;
	}
	return NULL;
}

void dt_session_additions_deinit(struct dt_additions *a)
{
	dt_vec_foreach (&a->list, x)
		dt_vec_deinit(&x->probes);
	dt_vec_deinit(&a->list);
}
