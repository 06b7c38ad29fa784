/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Warnings about code that D permits but is nearly always a mistake. Reads the checked tree of a
 * program without errors and does not change it.
 *
 * The first walk records the uses of each variable. The second checks every node, with these facts
 * and the clause's probe (nodes.c). Variables are checked last (variables.c). Warnings that a
 * correct program may get belong to -x lint (tags.def). All others may miss mistakes, but must not
 * concern code that experienced users write on purpose: no script in examples/ gets one.
 *
 * To add a warning: 1. its tag in tags.def; 2. a function in the table of nodes.c, or of
 * variables.c if it needs the whole program; 3. tests/diag/W_TAG.case.d.
 */
#include "lang/lint/internal.h"

#include <string.h>

// ---- kinds of nodes

static bool has_flag(const struct dt_node *n, enum dt_builtin_flag flag)
{
	return n->ident && n->ident->builtin && n->ident->builtin->flags & flag;
}

static bool is_zero_constant(const struct dt_node *n)
{
	n = dt_lint_skip_casts(n);
	return n->kind == DT_NODE_INT && !n->value;
}

/** Calls `visit` for each child of the node. */
static void each_child(const struct dt_node *n,
		       void (*visit)(struct dt_lint *, const struct dt_node *), struct dt_lint *l)
{
	const struct dt_node *const children[] = {n->lhs,  n->rhs,  n->third,
						  n->list, n->body, n->else_body};

	for (size_t i = 0; i < dt_array_len(children); i++)
		for (const struct dt_node *c = children[i]; c; c = c->next) {
			visit(l, c);
			if (i < 3)
				break; // a single child
		}
}

// ---- first walk: uses of variables

/** Reports whether there is no predicate, or it names only the variable. */
static bool depends_only_on(const struct dt_node *n, const struct dt_ident *id)
{
	return !n || ((!n->ident || n->ident == id) && depends_only_on(n->lhs, id) &&
		      depends_only_on(n->rhs, id) && depends_only_on(n->third, id));
}

static void note_writes(struct dt_lint *l, const struct dt_node *n);

/** Records a write to the node. This does not read its variable, but keys on the way. */
static void note_write(struct dt_lint *l, const struct dt_node *n, const struct dt_node *value)
{
	const struct dt_node *var = dt_lint_root(n);

	if (!var) {
		note_writes(l, n);
		return;
	}
	struct dt_lint_use *u = dt_lint_use(l, var->ident);

	if (value && is_zero_constant(value)) {
		u->cleared = true;
	} else {
		if (!u->set)
			u->set_at = n;
		u->set = true;
		u->set_in |= l->probe.thread;
		if (value && dt_lint_is_time(value) && !u->start_at)
			u->start_at = n;
	}
	for (; n != var; n = n->lhs)
		for (const struct dt_node *k = n->list; k; k = k->next)
			note_writes(l, k);
	for (const struct dt_node *k = var->list; k; k = k->next)
		note_writes(l, k);
}

static void note_writes(struct dt_lint *l, const struct dt_node *n)
{
	if (n->kind == DT_NODE_ASSIGN && n->lhs->kind != DT_NODE_AGG) {
		note_write(l, n->lhs, n->op == DT_OP_NONE ? n->rhs : NULL);
		note_writes(l, n->rhs);
		return;
	}
	if (n->kind == DT_NODE_EXPR_STMT && dt_node_is_increment(n->lhs)) {
		note_write(l, n->lhs->lhs, NULL);
		return;
	}
	if ((n->kind == DT_NODE_VAR || n->kind == DT_NODE_INDEX) && dt_lint_is_variable(n->ident)) {
		dt_lint_use(l, n->ident)->read = true;
		dt_lint_use(l, n->ident)->read_in |= l->probe.thread;
	}
	if (n->kind == DT_NODE_UNARY && (dt_node_is_increment(n) || n->op == DT_OP_ADDROF) &&
	    dt_lint_root(n->lhs)) {
		dt_lint_use(l, dt_lint_root(n->lhs)->ident)->set = true;
		dt_lint_use(l, dt_lint_root(n->lhs)->ident)->set_in |= l->probe.thread;
	}
	if (n->kind == DT_NODE_CALL) {
		if (has_flag(n, DT_BF_COMMIT) && !l->commit_at) {
			l->commit_at = n;
			l->always_commits = depends_only_on(l->clause->predicate, n->list->ident);
		}
		if (has_flag(n, DT_BF_SPECULATE) && !l->speculate_at)
			l->speculate_at = n;
		l->discards |= has_flag(n, DT_BF_DISCARD);
	}
	each_child(n, note_writes, l);
}

// ---- second walk

/** Reports whether the expression names a variable of the program. */
static bool tests_variable(const struct dt_node *n)
{
	const struct dt_node *const children[] = {n->lhs, n->rhs, n->third, n->list};

	if ((n->kind == DT_NODE_VAR || n->kind == DT_NODE_INDEX) && dt_lint_is_variable(n->ident))
		return true;
	for (size_t i = 0; i < dt_array_len(children); i++)
		for (const struct dt_node *c = children[i]; c; c = i < 3 ? NULL : c->next)
			if (tests_variable(c))
				return true;
	return false;
}

static void check_node(struct dt_lint *l, const struct dt_node *n)
{
	bool was_guarded = l->is_guarded;

	if (n->loc.source && n->loc.source->is_library)
		return;
	if (n->kind == DT_NODE_IF || n->kind == DT_NODE_COND) {
		dt_lint_condition(l, n->lhs);
		l->is_guarded |= tests_variable(n->lhs);
	}
	if (n->kind == DT_NODE_BINARY && (n->op == DT_OP_LAND || n->op == DT_OP_LOR))
		l->is_guarded |= tests_variable(n->lhs);
	dt_lint_node(l, n);
	each_child(n, check_node, l);
	l->is_guarded = was_guarded;
	// A start time taken earlier in the same clause exists.
	if (n->kind == DT_NODE_ASSIGN && dt_lint_is_time(n->rhs))
		l->is_guarded = true;
}

static struct dt_lint_probe probe_of(const struct dt_clause *cl)
{
	const struct dt_probe_desc *d = cl->descs;
	const char *provider = cl->n_descs && d->provider ? d->provider : "";
	const char *name = cl->n_descs && d->name ? d->name : "";

	return (struct dt_lint_probe){
	    .is_syscall = !strcmp(provider, "syscall"),
	    .is_process = !strncmp(provider, "pid", 3),
	    .is_entry = !strcmp(name, "entry"),
	    .is_return = !strcmp(name, "return"),
	    .thread = !strncmp(name, "tick-", 5)		       ? DT_LINT_RUNNING
		      : !strcmp(name, "BEGIN") || !strcmp(name, "END") ? DT_LINT_DTRACES
								       : DT_LINT_CALLERS,
	};
}

/** Warns if `pid == $target` is required, but there is no target. */
static void check_target(struct dt_lint *l, const struct dt_node *n)
{
	const struct dt_node *a, *b;

	if (n->kind != DT_NODE_BINARY)
		return;
	a = dt_lint_skip_casts(n->lhs);
	b = dt_lint_skip_casts(n->rhs);
	if (n->op == DT_OP_LAND) {
		check_target(l, n->lhs);
		check_target(l, n->rhs);
	} else if (n->op == DT_OP_EQ &&
		   ((a->is_no_target && dt_node_has_role(b, DT_ROLE_IDENTITY)) ||
		    (b->is_no_target && dt_node_has_role(a, DT_ROLE_IDENTITY)))) {
		dt_lint_warn(l, a->is_no_target ? a : b, W_TARGET_NONE,
			     "$target is 0: there is neither -c nor -p");
	}
}

static void lint_clause(struct dt_lint *l, const struct dt_clause *cl)
{
	l->clause = cl;
	l->probe = probe_of(cl);
	l->is_guarded = false;
	if (cl->predicate) {
		l->in_pred = true;
		dt_lint_condition(l, cl->predicate);
		check_target(l, cl->predicate);
		check_node(l, cl->predicate);
		l->in_pred = false;
		l->is_guarded = tests_variable(cl->predicate);
	}
	for (const struct dt_node *n = cl->body; n; n = n->next)
		check_node(l, n);
}

void dt_lint(struct dt_compile *c)
{
	struct dt_lint l = {.c = c};
	const struct dt_map *tables[] = {&c->globals, &c->selfs, &c->thises};

	for (const struct dt_clause *cl = c->program.clauses; cl; cl = cl->next) {
		l.clause = cl;
		l.probe = probe_of(cl);
		if (cl->predicate)
			note_writes(&l, cl->predicate);
		for (const struct dt_node *n = cl->body; n; n = n->next)
			note_writes(&l, n);
	}
	for (const struct dt_clause *cl = c->program.clauses; cl; cl = cl->next)
		lint_clause(&l, cl);
	for (size_t t = 0; t < dt_array_len(tables); t++) {
		const struct dt_map_entry *e;
		size_t pos = 0;

		while ((e = dt_map_next(tables[t], &pos))) {
			const struct dt_ident *id = e->value;
			const struct dt_lint_use *u = dt_map_get(&l.uses, &id, sizeof(id));

			if (u)
				dt_lint_variable(&l, u);
		}
	}
	dt_lint_speculation(&l);
	dt_map_deinit(&l.uses);
}
