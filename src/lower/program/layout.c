/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Creates the layout of a compilation: a walk over all clauses finds every variable, associative
 * array and aggregation, and assigns them addresses before any code is generated.
 *
 * Decision: docs/dev/decisions/0013-arrays-preallocated.md
 */
#include "lower/program/program.h"

#include "lower/value/value.h"

enum { ALLOCA_MIN = 65536 }; // min. memory of alloca()

/** Adds an aggregation or associative array to its list, in order of first use. */
static void list_identifier(struct dt_lower *l, struct dt_ident_list *list, struct dt_ident *id)
{
	bool is_new;

	dt_lower_var_ensure(l, id, &is_new);
	if (is_new)
		dt_ident_list_add(l->arena, list, id);
}

/** Reports whether the node writes to memory that is not part of a named variable. */
static bool stores_to_memory(const struct dt_node *n)
{
	const struct dt_node *root;

	if (n->kind == DT_NODE_CALL)
		return n->ident->builtin->flags & DT_BF_STORES;
	if (!dt_node_writes(n) || n->lhs->kind == DT_NODE_AGG)
		return false;
	root = dt_node_root(n->lhs);
	return !root || (root->kind == DT_NODE_VAR && root->ident->kind == DT_IDENT_KERNEL);
}

/** Returns the variable whose address is the value of the node, or NULL. */
static const struct dt_ident *pointed_to(const struct dt_node *n)
{
	bool is_address =
	    (n->kind == DT_NODE_UNARY && n->op == DT_OP_ADDROF) ||
	    (n->kind == DT_NODE_CAST && dt_type_resolve(n->lhs->type)->kind == DT_TYPE_ARRAY);
	const struct dt_node *root = is_address ? dt_node_root(n->lhs) : NULL;

	return root && root->kind == DT_NODE_VAR ? root->ident : NULL;
}

/** Reports whether the string may be NULL, as far as is known before the layout. */
static bool is_nullable(const struct dt_node *n)
{
	switch (n->kind) {
	case DT_NODE_CALL:
		return n->ident->builtin->lowering->nullable;
	case DT_NODE_COND:
		return is_nullable(n->rhs) || is_nullable(n->third);
	case DT_NODE_COMMA:
		return is_nullable(n->rhs);
	case DT_NODE_UNARY:
		return dt_node_from_address(n) ||
		       (dt_node_is_string(n->lhs) && is_nullable(n->lhs));
	case DT_NODE_VAR:
		return n->ident->kind != DT_IDENT_BUILTIN_VAR;
	case DT_NODE_STRING:
	case DT_NODE_MEMBER:
		return false;
	default:
		return true;
	}
}

/** Notes accesses to memory by address, and by indices into strings. */
static void visit_memory(struct dt_gen *g, const struct dt_node *n)
{
	if (n->kind == DT_NODE_ASSIGN && n->lhs->kind == DT_NODE_VAR &&
	    dt_type_is_string(n->lhs->type) && is_nullable(n->rhs))
		((struct dt_lower_var *)n->lhs->ident->lowered)->may_be_null = true;
	if (stores_to_memory(n))
		dt_lower_facts(g->l, g->clause.ast)->stores = true;
	if (pointed_to(n))
		g->l->vars.pointed_to |= 1u << pointed_to(n)->kind;
	if (n->kind == DT_NODE_INDEX && n->lhs->kind == DT_NODE_VAR &&
	    dt_type_is_string(n->lhs->type) && n->lhs->ident->lowered)
		dt_lower_var_index(g->l, n->lhs->ident);
}

static bool any_records(const struct dt_node *list);

/** Reports whether the node contains an action that records. As a key, stack() is none. */
static bool records_data(const struct dt_node *n)
{
	switch (n->kind) {
	case DT_NODE_CALL:
		return n->ident->builtin->lowering->action;
	case DT_NODE_EXPR_STMT:
	case DT_NODE_CAST:
		return records_data(n->lhs);
	case DT_NODE_COMMA:
		return records_data(n->lhs) || records_data(n->rhs);
	case DT_NODE_COND:
		return records_data(n->rhs) || records_data(n->third);
	case DT_NODE_IF:
	case DT_NODE_BLOCK:
		return any_records(n->body) || any_records(n->else_body);
	default:
		return false;
	}
}

static bool any_records(const struct dt_node *list)
{
	for (const struct dt_node *n = list; n; n = n->next)
		if (records_data(n))
			return true;
	return false;
}

static void visit_builtin(struct dt_clause_facts *facts, const struct dt_builtin *b)
{
	facts->exits |= (b->flags & DT_BF_EXIT) != 0;
	facts->is_vital |= (b->flags & (DT_BF_EXIT | DT_BF_COMMIT | DT_BF_DISCARD)) != 0;
	facts->reads_clock |= b->lowering && b->lowering->reads_clock;
}

static void lay_out_state(struct dt_gen *g, struct dt_ident *id, const struct dt_lowering *lw)
{
	const struct dt_ident_list *known = &g->l->vars.lowered;

	for (size_t i = 0; lw->shared && i < known->n; i++) {
		const struct dt_ident *other = known->ids[i];

		if (!other->builtin || other->builtin->lowering->shared != lw->shared)
			continue;
		id->lowered = other->lowered;
		dt_ident_list_add(g->l->arena, &g->l->vars.lowered, id);
		return;
	}
	dt_lower_state_layout(g->l, id, lw->state(g));
}

static void visit_list(struct dt_gen *g, const struct dt_node *list);

static void visit_node(struct dt_gen *g, const struct dt_node *n)
{
	struct dt_clause_facts *facts = dt_lower_facts(g->l, g->clause.ast);
	struct dt_ident *id = n->ident;

	facts->nodes++;
	facts->has_if |= n->kind == DT_NODE_IF;
	if (n->kind == DT_NODE_VAR)
		dt_lower_var_layout(g->l, id);
	if (id && id->builtin && (n->kind == DT_NODE_CALL || n->kind == DT_NODE_VAR)) {
		g->l->builtin_flags |= id->builtin->flags;
		visit_builtin(facts, id->builtin);
		if (id->builtin->lowering && id->builtin->lowering->state && !id->lowered)
			lay_out_state(g, id, id->builtin->lowering);
		if (id->lowered) // all its calls share a part of the frame
			facts->this_used |= 1ULL << 63;
	}
	if (n->kind == DT_NODE_AGG) {
		list_identifier(g->l, &g->l->aggs.list, id);
		if (n->list)
			dt_tuple_merge(g, id, n->list);
	}
	if (dt_node_is_assoc(n)) {
		list_identifier(g->l, &g->l->vars.assocs, n->lhs->ident);
		dt_tuple_merge(g, n->lhs->ident, n->list);
	}
	if (n->kind == DT_NODE_VAR && id->kind == DT_IDENT_THIS) {
		facts->this_used |= 1ULL << id->index % 64;
		facts->this_mentions++;
	}
	if (n->lhs)
		visit_node(g, n->lhs);
	if (n->rhs)
		visit_node(g, n->rhs);
	if (n->third)
		visit_node(g, n->third);
	visit_list(g, n->list);
	visit_list(g, n->body);
	visit_list(g, n->else_body);
	visit_memory(g, n);
}

static void visit_list(struct dt_gen *g, const struct dt_node *list)
{
	for (const struct dt_node *n = list; n; n = n->next)
		visit_node(g, n);
}

/** Gives the keys of aggregations in the same printa() the same format, so that equal keys share a
 * row. Returns true if one changed. */
static bool join_printed(uint32_t strsize, const struct dt_node *list)
{
	struct dt_lower_var *first = NULL, *v;
	bool changed = false;

	for (const struct dt_node *n = list; n; n = n->next) {
		if (n->kind == DT_NODE_CALL || n->kind == DT_NODE_EXPR_STMT)
			changed |=
			    join_printed(strsize, n->kind == DT_NODE_CALL ? n->list : n->lhs);
		changed |= join_printed(strsize, n->body);
		changed |= join_printed(strsize, n->else_body);
		v = n->kind == DT_NODE_AGG && n->ident ? n->ident->lowered : NULL;
		if (first && v)
			changed |= dt_tuple_join(strsize, &first->keys, &v->keys);
		first = first ? first : v;
	}
	return changed;
}

/** Returns the memory that pointers may write to: frame and scratch memory with long strings. */
static uint32_t alloca_max(const struct dt_lower *l)
{
	uint32_t max = ALLOCA_MIN;

	while (max < 2 * (l->vars.frame_size + l->vars.slack + l->strsize))
		max *= 2;
	return max;
}

struct dt_lower *dt_lower_create(struct dt_compile *c, const struct dt_lower_setup *setup)
{
	struct dt_lower *l = dt_arena_new(c->arena, struct dt_lower);
	struct dt_gen g = {.l = l};

	l->c = c;
	l->arena = c->arena;
	l->probe_names = dt_intern_create(l->arena);
	l->setup = *setup;
	l->executor = setup->executor;
	l->kernel.pidns.number = setup->pidns;
	l->strsize = dt_options_string_bytes(l->setup.options);
	l->vars.frame_size = DT_LOWER_SLOT_BEGIN;
	dt_lower_std_maps(l);
	l->desc.n_clauses = c->program.n_clauses;
	l->facts = dt_arena_array(l->arena, struct dt_clause_facts, l->desc.n_clauses);
	for (const struct dt_clause *k = NULL; (k = dt_clause_next(&c->program, k));) {
		g.clause.ast = k;
		if (k->predicate)
			visit_node(&g, k->predicate);
		visit_list(&g, k->body);
		dt_lower_facts(l, k)->records =
		    k->default_action || !k->body || any_records(k->body);
	}
	for (bool changed = true; changed;) {
		changed = false;
		for (const struct dt_clause *k = c->program.clauses; k; k = k->next)
			changed |= join_printed(l->strsize, k->body);
	}
	l->desc.clauses = dt_arena_array(l->arena, struct dt_clause_desc, l->desc.n_clauses);
	l->vars.alloca_max = alloca_max(l);
	dt_lower_arrays(l);
	dt_lower_var_maps(l);
	dt_lower_aggs(l);
	l->maps.n_state = l->maps.n;
	return l;
}

void dt_lower_set_epid_base(struct dt_lower *l, const struct dt_clause *clause, uint32_t base)
{
	l->desc.clauses[clause->index].epid_base = base;
}

void dt_lower_undo(struct dt_lower *l)
{
	for (size_t i = 0; i < l->vars.lowered.n; i++)
		l->vars.lowered.ids[i]->lowered = NULL;
}

bool dt_lower_is_destructive(const struct dt_lower *l)
{
	return l->builtin_flags & DT_BF_DESTRUCTIVE;
}

bool dt_lower_writes_user(const struct dt_lower *l)
{
	return l->builtin_flags & DT_BF_WRITES_USER;
}

struct dt_program_desc *dt_lower_desc(struct dt_lower *l)
{
	dt_lower_maps_finish(l);
	return &l->desc;
}
