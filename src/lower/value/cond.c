/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Conditions as branches: comparisons, && || ^^ !, and other expressions with a truth value.
 *
 * A condition that decides a jump does not compute 0 or 1. The second operand of && and || runs
 * conditionally; registers that it caches are only valid on paths through it.
 */
#include "lower/value/value.h"

#include "lang/integer.h"
#include "lower/verifier/verifier.h"

bool dt_node_is_compare(const struct dt_node *n)
{
	return n->kind == DT_NODE_BINARY && n->op >= DT_OP_EQ && n->op <= DT_OP_GE;
}

static enum dt_ir_cond compare_cond(enum dt_op op, bool is_signed)
{
	switch (op) {
	case DT_OP_EQ:
		return DT_IR_EQ;
	case DT_OP_NE:
		return DT_IR_NE;
	case DT_OP_LT:
		return is_signed ? DT_IR_SLT : DT_IR_LT;
	case DT_OP_LE:
		return is_signed ? DT_IR_SLE : DT_IR_LE;
	case DT_OP_GT:
		return is_signed ? DT_IR_SGT : DT_IR_GT;
	default:
		return is_signed ? DT_IR_SGE : DT_IR_GE;
	}
}

static enum dt_op negated_op(enum dt_op op)
{
	switch (op) {
	case DT_OP_EQ:
		return DT_OP_NE;
	case DT_OP_NE:
		return DT_OP_EQ;
	case DT_OP_LT:
		return DT_OP_GE;
	case DT_OP_LE:
		return DT_OP_GT;
	case DT_OP_GT:
		return DT_OP_LE;
	default:
		return DT_OP_LT;
	}
}

/** Evaluates an operand of a condition. */
static dt_reg operand_value(struct dt_gen *g, const struct dt_node *n)
{
	return dt_verifier_operand(g, dt_gen_value(g, n));
}

/** Reports whether the comparison is signed: numbers by their common type, addresses never. */
static bool compares_signed(struct dt_gen *g, const struct dt_node *n)
{
	return dt_type_is_integer(n->lhs->type) && dt_type_is_integer(n->rhs->type) &&
	       dt_type_is_signed(dt_node_arith(g->l->c->types, n->lhs, n->rhs));
}

static void compare_operands(struct dt_gen *g, const struct dt_node *n, bool want, dt_label label)
{
	enum dt_op op = want ? n->op : negated_op(n->op);
	enum dt_ir_cond cond;
	int64_t constant;
	dt_reg a, b;

	if (dt_node_is_string(n->lhs) || dt_node_is_string(n->rhs)) {
		dt_gen_string_cond(g, n, want, label);
		return;
	}
	if (dt_type_is_float(n->lhs->type)) {
		a = dt_gen_value(g, n->lhs);
		b = dt_gen_value(g, n->rhs);
		dt_ir_branchi(g->f, want ? DT_IR_NE : DT_IR_EQ,
			      dt_gen_float_compare(g, n->op, a, b), 0, label);
		return;
	}
	cond = compare_cond(op, compares_signed(g, n));
	a = operand_value(g, n->lhs);
	if (dt_node_const(n->rhs, &constant)) {
		dt_ir_branchi(g->f, cond, a, constant, label);
		return;
	}
	b = operand_value(g, n->rhs);
	dt_ir_branch(g->f, cond, a, b, label);
}

/** Jumps if either operand is `want`. */
static unsigned either_operand(struct dt_gen *g, const struct dt_node *n, bool want, dt_label label)
{
	unsigned valid = dt_gen_cond(g, n->lhs, want, label);

	dt_gen_cond(g, n->rhs, want, label);
	return valid;
}

/** Jumps if both operands are `want`. */
static unsigned both_operands(struct dt_gen *g, const struct dt_node *n, bool want, dt_label label)
{
	dt_label fail = dt_ir_label(g->f);
	unsigned valid = dt_gen_cond(g, n->lhs, !want, fail);

	dt_gen_cond(g, n->rhs, want, label);
	dt_gen_branch_end(g, valid);
	dt_ir_place(g->f, fail);
	return valid;
}

unsigned dt_gen_cond(struct dt_gen *g, const struct dt_node *n, bool want, dt_label label)
{
	if (n->kind == DT_NODE_UNARY && n->op == DT_OP_LNOT && !dt_node_is_string(n->lhs))
		return dt_gen_cond(g, n->lhs, !want, label);
	if (n->kind == DT_NODE_BINARY && n->op == DT_OP_LAND)
		return want ? both_operands(g, n, true, label) : either_operand(g, n, false, label);
	if (n->kind == DT_NODE_BINARY && n->op == DT_OP_LOR)
		return want ? either_operand(g, n, true, label) : both_operands(g, n, false, label);
	if (dt_node_is_compare(n))
		compare_operands(g, n, want, label);
	else
		dt_ir_branchi(g->f, want ? DT_IR_NE : DT_IR_EQ, operand_value(g, n), 0, label);
	return dt_gen_branch_begin(g);
}

dt_reg dt_gen_truth(struct dt_gen *g, const struct dt_node *n)
{
	dt_label end;
	unsigned valid;
	dt_reg r;

	if (n->kind == DT_NODE_BINARY && n->op == DT_OP_LXOR) {
		r = dt_gen_truth(g, n->lhs);
		return dt_ir_bin(g->f, DT_IR_XOR, r, dt_gen_truth(g, n->rhs));
	}
	end = dt_ir_label(g->f);
	r = dt_ir_reg(g->f);
	dt_ir_const_to(g->f, r, 0);
	valid = dt_gen_cond(g, n, false, end);
	dt_gen_branch_end(g, valid);
	dt_ir_const_to(g->f, r, 1);
	dt_ir_place(g->f, end);
	return r;
}
