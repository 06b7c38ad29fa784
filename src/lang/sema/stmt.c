/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Checks statements and the order of actions in a clause: earlier commit(), speculate() and
 * recording actions determine which actions may follow. Each arm of an `if` begins with the state
 * before the `if`. For the rules on actions together with commit(), each arm and the statements
 * after the `if` count as separate clauses, as in DTrace.
 */
#include "lang/sema/internal.h"

struct order_rule {
	unsigned flag; // of the current action
	bool (*broken)(const struct dt_sema_order *o);
	enum dt_tag tag;
	const char *text;
};

static bool has_committed(const struct dt_sema_order *o)
{
	return o->committed;
}

static bool has_speculated(const struct dt_sema_order *o)
{
	return o->speculated;
}

static bool has_recorded(const struct dt_sema_order *o)
{
	return o->recorded;
}

static bool committed_here(const struct dt_sema_order *o)
{
	return o->committed_here;
}

static bool recorded_here(const struct dt_sema_order *o)
{
	return o->recorded_here;
}

static const struct order_rule order_rules[] = {
    // clang-format off
    {DT_BF_COMMIT, committed_here, D_COMM_COMM, "commit( ) may not follow commit( )"},
    {DT_BF_COMMIT, recorded_here, D_COMM_DREC, "commit( ) may not follow data-recording action(s)"},
    {DT_BF_SPECULATE, has_speculated, D_SPEC_SPEC, "speculate( ) may not follow speculate( )"},
    {DT_BF_SPECULATE, has_committed, D_SPEC_COMM, "speculate( ) may not follow commit( )"},
    {DT_BF_SPECULATE, has_recorded, D_SPEC_DREC, "speculate( ) may not follow data-recording action(s)"},
    {DT_BF_EXIT, has_speculated, D_EXIT_SPEC, "exit( ) may not follow speculate( )"},
    {DT_BF_DESTRUCTIVE, has_speculated, D_ACT_SPEC, "destructive actions may not follow speculate( )"},
    {DT_BF_RECORDS, committed_here, D_DREC_COMM, "data-recording actions may not follow commit( )"},
    // clang-format on
};

static void check_call_order(struct dt_sema *s, const struct dt_node *call)
{
	const struct dt_builtin *b = dt_builtin_find(s->c, call->name);
	unsigned flags = b ? b->flags : 0;

	if (flags & (DT_BF_COMMIT | DT_BF_SPECULATE))
		flags &= ~(unsigned)DT_BF_RECORDS;
	for (size_t i = 0; i < dt_array_len(order_rules); i++) {
		const struct order_rule *r = &order_rules[i];

		if (flags & r->flag && r->broken(&s->order)) {
			dt_sema_error(s, call->loc, r->tag, "%s", r->text);
			break;
		}
	}
	s->order.committed |= (flags & DT_BF_COMMIT) != 0;
	s->order.speculated |= (flags & DT_BF_SPECULATE) != 0;
	s->order.recorded |= (flags & DT_BF_RECORDS) != 0;
	s->order.committed_here |= (flags & DT_BF_COMMIT) != 0;
	s->order.recorded_here |= (flags & DT_BF_RECORDS) != 0;
}

static struct dt_node *plain_expr(struct dt_sema *s, struct dt_node *n)
{
	n = dt_sema_base(s, n);
	if (n->kind == DT_NODE_XLATE)
		return dt_sema_poison(s, n, D_CG_DYN, "a translation alone has no effect");
	if (!dt_sema_is_poison(n) && dt_type_resolve(n->type)->kind == DT_TYPE_DYNAMIC)
		return dt_sema_poison(s, n, D_CG_DYN, "expression of dynamic type has no value");
	return n;
}

static struct dt_node *stmt_expr(struct dt_sema *s, struct dt_node *n)
{
	while (n->kind == DT_NODE_COND) {
		n->lhs = dt_sema_condition(s, n->lhs);
		if (n->lhs->kind != DT_NODE_INT)
			return dt_sema_cond_arms(s, n);
		n = n->lhs->value ? n->rhs : n->third;
	}
	switch (n->kind) {
	case DT_NODE_ASSIGN:
		return n->lhs->kind == DT_NODE_AGG ? dt_sema_agg_assign(s, n) : dt_sema_expr(s, n);
	case DT_NODE_CALL:
		if (n->name)
			check_call_order(s, n);
		return dt_sema_call(s, n, DT_CALL_STMT);
	case DT_NODE_AGG:
		return dt_sema_poison(s, n, D_AGG_NULL, "expression statement has no effect: @%s",
				      n->name);
	default:
		return plain_expr(s, n);
	}
}

static void check_if(struct dt_sema *s, struct dt_node *n)
{
	struct dt_sema_order before, after_then;

	s->order.committed_here = s->order.recorded_here = false;
	before = s->order;
	n->lhs = dt_sema_condition(s, n->lhs);
	dt_sema_misplaced(s);
	dt_sema_statements(s, &n->body);
	after_then = s->order;
	s->order = before;
	dt_sema_statements(s, &n->else_body);
	s->order.recorded |= after_then.recorded;
	s->order.committed |= after_then.committed;
	s->order.speculated |= after_then.speculated;
	s->order.committed_here = s->order.recorded_here = false;
}

void dt_sema_statements(struct dt_sema *s, struct dt_node **list)
{
	const struct dt_type *nothing = dt_sema_basic(s, DT_VOID);

	for (struct dt_node *n = *list; n; n = n->next) {
		n->type = nothing;
		switch (n->kind) {
		case DT_NODE_EXPR_STMT:
			n->lhs = stmt_expr(s, n->lhs);
			dt_sema_misplaced(s);
			break;
		case DT_NODE_IF:
			check_if(s, n);
			break;
		case DT_NODE_BLOCK:
			dt_sema_statements(s, &n->body);
			break;
		default:
			break;
		}
	}
}
