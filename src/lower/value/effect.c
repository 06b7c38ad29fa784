/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Expressions evaluated for their effect: statements, and left operands of a comma.
 */
#include "lower/value/value.h"

static void cond_effect(struct dt_gen *g, const struct dt_node *n)
{
	dt_label other = dt_ir_label(g->f), end = dt_ir_label(g->f);
	unsigned valid = dt_gen_cond(g, n->lhs, false, other);

	dt_gen_effect(g, n->rhs);
	dt_gen_branch_end(g, valid);
	dt_ir_jump(g->f, end);
	dt_ir_place(g->f, other);
	dt_gen_effect(g, n->third);
	dt_gen_branch_end(g, valid);
	dt_ir_place(g->f, end);
}

static void call_effect(struct dt_gen *g, const struct dt_node *n)
{
	const struct dt_lowering *lw = n->ident->builtin->lowering;

	if (lw->action)
		lw->action(g, n);
	else if (lw->effect)
		lw->effect(g, n);
	else if (lw->value)
		lw->value(g, n);
	else
		dt_gen_string_address(g, n);
}

static void effect(struct dt_gen *g, const struct dt_node *n)
{
	switch (n->kind) {
	case DT_NODE_ASSIGN:
		if (n->lhs->kind == DT_NODE_AGG)
			dt_gen_aggregate(g, n);
		else
			dt_gen_assign(g, n, false);
		break;
	case DT_NODE_COMMA:
		dt_gen_effect(g, n->lhs);
		dt_gen_effect(g, n->rhs);
		break;
	case DT_NODE_COND:
		cond_effect(g, n);
		break;
	case DT_NODE_CALL:
		call_effect(g, n);
		break;
	case DT_NODE_CAST:
		if (dt_type_resolve(n->type)->kind == DT_TYPE_VOID ||
		    dt_type_is_scalar(n->lhs->type)) {
			dt_gen_effect(g, n->lhs);
			break;
		}
		dt_gen_value(g, n);
		break;
	case DT_NODE_UNARY:
		if (n->op >= DT_OP_PREINC) {
			dt_gen_increment(g, n, false);
			break;
		}
		// fall through
	default:
		if (dt_node_is_string(n))
			dt_gen_string_address(g, n);
		else if (dt_type_is_scalar(n->type))
			dt_gen_value(g, n);
		break;
	}
}

void dt_gen_effect(struct dt_gen *g, const struct dt_node *n)
{
	const struct dt_node *before = dt_gen_ask(g, n);

	effect(g, n);
	dt_gen_asked(g, before);
}
