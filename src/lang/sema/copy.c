/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Copies of trees. A clause with several probe descriptions becomes one clause per description; an
 * inline or a translator member is copied to each use. Copies share names, strings and types.
 *
 * The number of copied nodes is bounded. Without a bound, inlines that refer to inlines could make
 * a short program arbitrarily large.
 */
#include "lang/sema/internal.h"

struct dt_node *dt_sema_copy(struct dt_sema *s, const struct dt_node *n, bool list)
{
	struct dt_node *first = NULL, **tail = &first;

	for (; n; n = list ? n->next : NULL) {
		struct dt_node *copy = dt_sema_node(s, DT_NODE_POISON, n->loc);

		*tail = copy;
		tail = &copy->next;
		if (++s->n_copied > DT_SEMA_MAX_COPIED) {
			dt_sema_silence(s, copy);
			continue;
		}
		*copy = *n;
		copy->next = NULL;
		copy->lhs = dt_sema_copy(s, n->lhs, false);
		copy->rhs = dt_sema_copy(s, n->rhs, false);
		copy->third = dt_sema_copy(s, n->third, false);
		copy->list = dt_sema_copy(s, n->list, true);
		copy->body = dt_sema_copy(s, n->body, true);
		copy->else_body = dt_sema_copy(s, n->else_body, true);
	}
	return first;
}

void dt_sema_set_loc(struct dt_node *n, struct dt_loc loc)
{
	for (; n; n = n->next) {
		n->loc = loc;
		dt_sema_set_loc(n->lhs, loc);
		dt_sema_set_loc(n->rhs, loc);
		dt_sema_set_loc(n->third, loc);
		dt_sema_set_loc(n->list, loc);
	}
}

/** Returns the clause for all descriptions after the first, which is split in turn. */
static struct dt_clause *rest_of(struct dt_sema *s, const struct dt_clause *cl)
{
	struct dt_clause *rest = dt_arena_new(s->c->arena, struct dt_clause);

	*rest = *cl;
	if (cl->descs->is_of_family) // its code is not shared
		rest->list = NULL;
	rest->descs = cl->descs + 1;
	rest->n_descs = cl->n_descs - 1;
	rest->predicate = dt_sema_copy(s, cl->predicate, false);
	rest->thread = dt_sema_copy(s, cl->thread, false);
	rest->body = dt_sema_copy(s, cl->body, true);
	return rest;
}

void dt_sema_split(struct dt_sema *s, struct dt_clause *list)
{
	for (struct dt_clause *cl = list; cl; cl = cl->next) {
		if (s->n_copied > DT_SEMA_MAX_COPIED) {
			dt_sema_error(s, cl->loc, D_SYNTAX,
				      "the lists of probe descriptions make the program too large");
			cl->n_descs = 1;
		}
		if (!cl->list || (cl->n_descs && cl->descs->is_of_family))
			cl->list = cl;
		if (cl->n_descs > 1) {
			cl->next = rest_of(s, cl);
			cl->n_descs = 1;
		}
	}
}
