/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names that the program uses above the clause that brings them into being: aggregations, and
 * variables without a declaration, as in `/!self->seen/ { self->seen = 1; }`.
 *
 * One walk over all clauses, before they are checked, notes what is aggregated and every assignment
 * to a name. When the check meets a variable that nobody knows yet, the first assignment to it in
 * program order whose right side has a type decides what it is: a copy of that assignment is
 * checked without a report, which may in turn ask for other variables. An assignment is tried once;
 * so variables that depend on each other alone stay unknown.
 */
#include "lang/sema/internal.h"

/** An assignment to a variable. */
struct dt_sema_write {
	struct dt_sema_write *next; // to the same name, in program order
	struct dt_sema_write *last; // of the first: where to append
	struct dt_clause *clause;
	const struct dt_node *node;
	bool is_tried;
};

/** The NAME that the node assigns to, itself or an element of it; else NULL. */
static const struct dt_node *written_name(const struct dt_node *n)
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
		w->last = w;
		dt_map_put_str(map, name->name, w);
	} else {
		first->last->next = w;
		first->last = w;
	}
}

static void collect(struct dt_sema *s, struct dt_clause *cl, const struct dt_node *list)
{
	for (const struct dt_node *n = list; n; n = n->next) {
		const struct dt_node *const children[] = {n->lhs,  n->rhs,  n->third,
							  n->list, n->body, n->else_body};
		const struct dt_node *name = written_name(n);

		if (name)
			note_write(s, cl, n, name);
		if (n->kind == DT_NODE_ASSIGN && n->lhs->kind == DT_NODE_AGG)
			dt_map_put_str(&s->aggregated, n->lhs->name, (void *)n->lhs->name);
		for (size_t i = 0; i < dt_array_len(children); i++)
			collect(s, cl, children[i]);
	}
}

void dt_sema_collect(struct dt_sema *s)
{
	for (struct dt_clause *cl = s->c->program.clauses; cl; cl = cl->next) {
		collect(s, cl, cl->predicate);
		collect(s, cl, cl->body);
	}
}

/** Check a copy of the assignment where it stands, for the variable that it creates. */
static void try_write(struct dt_sema *s, const struct dt_sema_write *w)
{
	const struct dt_sema_frame *frame = s->frame;
	struct dt_clause *clause = s->clause;
	bool is_quiet = s->is_quiet, in_cond = s->in_cond, want_xlate = s->want_xlate;

	dt_sema_match(s, w->clause);
	s->clause = w->clause;
	s->frame = NULL;
	s->is_quiet = true;
	s->in_cond = s->want_xlate = false;
	dt_sema_expr(s, dt_sema_copy(s, w->node, false));
	s->clause = clause;
	s->frame = frame;
	s->is_quiet = is_quiet;
	s->in_cond = in_cond;
	s->want_xlate = want_xlate;
}

bool dt_sema_discover(struct dt_sema *s, const struct dt_node *name)
{
	struct dt_sema_write *w = dt_map_get_str(&s->writes[name->scope], name->name);

	for (; w && !dt_sema_find(s, name); w = w->next) {
		if (w->is_tried)
			continue;
		w->is_tried = true;
		try_write(s, w);
	}
	return dt_sema_find(s, name);
}
