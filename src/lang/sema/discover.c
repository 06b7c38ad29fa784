/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names that the program uses before it creates them: aggregations, and variables without a
 * declaration, as in `/!self->seen/ { self->seen = 1; }`.
 *
 * Before the clauses are checked, a walk over all of them records aggregations and assignments to
 * names. If the check meets an unknown variable, the first assignment to it in program order whose
 * right side has a type determines its type: a copy of that assignment is checked without reports,
 * which may in turn discover other variables. An assignment is tried once, so variables that depend
 * only on each other stay unknown.
 */
#include "lang/sema/internal.h"

/** An assignment to a variable. */
struct dt_sema_write {
	struct dt_sema_write *next;    // to the same name, in program order
	struct dt_sema_write *last;    // in the first one: the end of the list
	struct dt_sema_write *untried; // in the first one: the next to try; NULL: all have failed
	struct dt_clause *clause;
	const struct dt_node *node;
};

const struct dt_node *dt_sema_written_name(const struct dt_node *n)
{
	const struct dt_node *to = dt_node_writes(n) ? n->lhs : NULL;

	if (to && to->kind == DT_NODE_INDEX)
		to = to->lhs;
	return to && to->kind == DT_NODE_NAME && to->scope != DT_SCOPE_KERNEL ? to : NULL;
}

static void note_write(struct dt_sema *s, struct dt_clause *cl, const struct dt_node *n,
		       const struct dt_node *name)
{
	struct dt_map *map = &s->writes[name->scope];
	struct dt_sema_write *w = dt_arena_new(s->c->arena, struct dt_sema_write);
	struct dt_sema_write *first = dt_map_get_str(map, name->name);

	w->clause = cl;
	w->node = n;
	if (!first) {
		w->last = w->untried = w;
		dt_map_put_str(map, name->name, w);
	} else {
		first->last->next = w;
		first->last = w;
	}
}

static void collect_names(struct dt_sema *s, struct dt_clause *cl, const struct dt_node *list)
{
	for (const struct dt_node *n = list; n; n = n->next) {
		const struct dt_node *const children[] = {n->lhs,  n->rhs,  n->third,
							  n->list, n->body, n->else_body};
		const struct dt_node *name = dt_sema_written_name(n);

		if (name)
			note_write(s, cl, n, name);
		if (n->kind == DT_NODE_ASSIGN && n->lhs->kind == DT_NODE_AGG)
			dt_map_put_str(&s->aggregated, n->lhs->name, (void *)n->lhs->name);
		for (size_t i = 0; i < dt_array_len(children); i++)
			collect_names(s, cl, children[i]);
	}
}

void dt_sema_collect(struct dt_sema *s, struct dt_clause *cl)
{
	collect_names(s, cl, cl->predicate);
	collect_names(s, cl, cl->body);
}

void dt_sema_each_writer(struct dt_sema *s, const struct dt_node *name, dt_sema_clause_fn *visit,
			 void *arg)
{
	for (struct dt_sema_write *w = dt_map_get_str(&s->writes[name->scope], name->name); w;
	     w = w->next)
		visit(s, w->clause, arg);
}

/** Checks a copy of the assignment in its clause, for the variable that it creates. */
static void try_write(struct dt_sema *s, struct dt_clause *cl, void *arg)
{
	const struct dt_sema_write *w = arg;

	dt_sema_match(s, cl);
	s->is_quiet = true;
	dt_sema_expr(s, dt_sema_copy(s, w->node, false));
}

bool dt_sema_discover(struct dt_sema *s, const struct dt_node *name)
{
	struct dt_sema_write *first = dt_map_get_str(&s->writes[name->scope], name->name), *w;

	while (first && (w = first->untried) && !dt_sema_find(s, name)) {
		first->untried = w->next;
		dt_sema_at(s, w->clause, try_write, w);
	}
	return dt_sema_find(s, name);
}
