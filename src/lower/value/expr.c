/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Scalar expressions. Arithmetic has 64 bits, signed if its type is, and does not truncate; a CAST
 * truncates (lang/integer.h).
 *
 * The value of an object in memory (struct, array, string) is its address.
 *
 * Decision: docs/dev/decisions/0047-registers-wider-than-types.md
 */
#include "lower/value/value.h"

#include "lang/integer.h"
#include "lower/verifier/verifier.h"

#include <assert.h>

bool dt_node_const(const struct dt_node *n, int64_t *value)
{
	if (n->kind != DT_NODE_INT)
		return false;
	*value = n->value;
	return true;
}

uint64_t dt_type_step(const struct dt_type *pointer)
{
	const struct dt_type *to = dt_type_resolve(dt_type_resolve(pointer)->ref);

	return to->size ? to->size : 1; // void
}

static bool is_bool(const struct dt_type *t)
{
	return t->kind == DT_TYPE_INT && t->is_bool;
}

/** r != 0 */
static dt_reg nonzero(struct dt_gen *g, dt_reg r)
{
	dt_reg truth = dt_ir_reg(g->f);
	dt_label end = dt_ir_label(g->f);

	dt_ir_const_to(g->f, truth, 0);
	dt_ir_branchi(g->f, DT_IR_EQ, r, 0, end);
	dt_ir_const_to(g->f, truth, 1);
	dt_ir_place(g->f, end);
	return truth;
}

dt_reg dt_gen_normalize(struct dt_gen *g, dt_reg r, const struct dt_type *type)
{
	const struct dt_type *t = dt_type_resolve(type);

	if (is_bool(t))
		return nonzero(g, r);
	if (t->size >= 8 || t->size == 0)
		return r;
	return dt_ir_un(g->f, dt_type_is_signed(t) ? DT_IR_SEXT : DT_IR_ZEXT, t->size, r);
}

static enum dt_ir_op arith_op(enum dt_op op, bool is_signed)
{
	switch (op) {
	case DT_OP_ADD:
		return DT_IR_ADD;
	case DT_OP_SUB:
		return DT_IR_SUB;
	case DT_OP_MUL:
		return DT_IR_MUL;
	case DT_OP_DIV:
		return is_signed ? DT_IR_SDIV : DT_IR_DIV;
	case DT_OP_MOD:
		return is_signed ? DT_IR_SMOD : DT_IR_MOD;
	case DT_OP_AND:
		return DT_IR_AND;
	case DT_OP_OR:
		return DT_IR_OR;
	case DT_OP_XOR:
		return DT_IR_XOR;
	case DT_OP_SHL:
		return DT_IR_SHL;
	case DT_OP_SHR:
		return is_signed ? DT_IR_SAR : DT_IR_SHR;
	default:
		assert(!"an arithmetic operator");
		return DT_IR_NOP;
	}
}

dt_reg dt_gen_arith(struct dt_gen *g, enum dt_op op, const struct dt_type *type, dt_reg a, dt_reg b)
{
	bool is_signed = dt_type_is_signed(type);

	if (op == DT_OP_DIV || op == DT_OP_MOD)
		dt_gen_fault_if(g, DT_FAULT_DIVZERO, DT_IR_EQ, b, 0, 0);
	if (op == DT_OP_SHL || op == DT_OP_SHR)
		b = dt_ir_bini(g->f, DT_IR_AND, b, 63);
	return dt_ir_bin(g->f, arith_op(op, is_signed), a, b);
}

static dt_reg pointer_arith(struct dt_gen *g, const struct dt_node *n)
{
	bool left = dt_type_is_pointer(n->lhs->type), right = dt_type_is_pointer(n->rhs->type);
	dt_reg a = dt_gen_value(g, n->lhs), b = dt_gen_value(g, n->rhs);
	uint64_t step = dt_type_step(left ? n->lhs->type : n->rhs->type);

	if (left && right) {
		dt_reg bytes = dt_ir_bin(g->f, DT_IR_SUB, a, b);

		return step == 1 ? bytes : dt_ir_bini(g->f, DT_IR_SDIV, bytes, step);
	}
	if (left)
		b = dt_gen_scale(g, b, step);
	else
		a = dt_gen_scale(g, a, step);
	return dt_ir_bin(g->f, n->op == DT_OP_SUB ? DT_IR_SUB : DT_IR_ADD, a, b);
}

static dt_reg binary_value(struct dt_gen *g, const struct dt_node *n)
{
	dt_reg a, b;

	if (dt_node_is_compare(n) || (n->op >= DT_OP_LAND && n->op <= DT_OP_LXOR))
		return dt_gen_truth(g, n);
	if (dt_type_is_pointer(n->lhs->type) || dt_type_is_pointer(n->rhs->type))
		return pointer_arith(g, n);
	a = dt_gen_value(g, n->lhs);
	b = dt_gen_value(g, n->rhs);
	if (dt_type_is_float(n->type))
		return dt_gen_float_arith(g, n->op, a, b);
	return dt_gen_arith(g, n->op, n->type, a, b);
}

static dt_reg unary_value(struct dt_gen *g, const struct dt_node *n)
{
	struct dt_place p;

	switch (n->op) {
	case DT_OP_NEG:
		if (dt_type_is_float(n->type))
			return dt_gen_float_negate(g, dt_gen_value(g, n->lhs));
		return dt_ir_un(g->f, DT_IR_NEG, 8, dt_gen_value(g, n->lhs));
	case DT_OP_NOT:
		return dt_ir_bini(g->f, DT_IR_XOR, dt_gen_value(g, n->lhs), -1);
	case DT_OP_PLUS:
		return dt_gen_value(g, n->lhs);
	case DT_OP_LNOT:
		return dt_gen_truth(g, n);
	case DT_OP_ADDROF:
		p = dt_gen_place(g, n->lhs);
		return dt_place_address(g, &p);
	case DT_OP_PREINC:
	case DT_OP_PREDEC:
	case DT_OP_POSTINC:
	case DT_OP_POSTDEC:
		return dt_gen_increment(g, n, true);
	default:
		assert(!"a unary operator with a scalar result");
		return 0;
	}
}

static dt_reg cast_value(struct dt_gen *g, const struct dt_node *n)
{
	dt_reg r = dt_gen_value(g, n->lhs);

	if (dt_type_is_float(n->lhs->type) || dt_type_is_float(n->type))
		return dt_gen_float_cast(g, r, n->lhs->type, n->type);
	return dt_node_fits(n->lhs, n->type) ? r : dt_gen_normalize(g, r, n->type);
}

/** Evaluates a conditional into r. A chain a ? x : b ? y : … uses a single result register. */
static void conditional_to(struct dt_gen *g, const struct dt_node *n, dt_reg r);

static void value_to(struct dt_gen *g, const struct dt_node *n, dt_reg r)
{
	if (n->kind == DT_NODE_COND && !dt_node_is_string(n))
		conditional_to(g, n, r);
	else
		dt_ir_mov_to(g->f, r, dt_gen_value(g, n));
}

static void conditional_to(struct dt_gen *g, const struct dt_node *n, dt_reg r)
{
	dt_label other = dt_ir_label(g->f), end = dt_ir_label(g->f);
	unsigned valid = dt_gen_cond(g, n->lhs, false, other);

	value_to(g, n->rhs, r);
	dt_gen_branch_end(g, valid);
	dt_ir_jump(g->f, end);
	dt_ir_place(g->f, other);
	value_to(g, n->third, r);
	dt_gen_branch_end(g, valid);
	dt_ir_place(g->f, end);
}

static dt_reg conditional_value(struct dt_gen *g, const struct dt_node *n)
{
	dt_reg r = dt_ir_reg(g->f);

	conditional_to(g, n, r);
	return r;
}

static bool is_args(const struct dt_node *n)
{
	return n->kind == DT_NODE_INDEX && dt_node_has_role(n->lhs, DT_ROLE_ARGS);
}

/** Evaluates a builtin, args[n], or an object in memory. */
static dt_reg datum(struct dt_gen *g, const struct dt_node *n)
{
	const struct dt_lowering *lw;
	struct dt_place p;
	dt_reg r;

	if (is_args(n))
		return dt_gen_normalize(g, dt_gen_arg(g, n->list->value), n->type);
	if (dt_node_in_object(n))
		return dt_gen_object_member(g, n);
	if (dt_node_has_place(n)) {
		p = dt_gen_place(g, n);
		return dt_type_in_memory(n->type) ? dt_place_address(g, &p) : dt_place_load(g, &p);
	}
	lw = (n->kind == DT_NODE_INDEX ? n->lhs : n)->ident->builtin->lowering;
	r = lw->value(g, n);
	// memory that alloca() and similar builtins return becomes a number
	return n->kind == DT_NODE_CALL && dt_type_is_pointer(n->type) ? dt_gen_number(g, r) : r;
}

/** Returns the register with the node's value, or 0. */
static dt_reg reused_value(const struct dt_gen_memo *m, const struct dt_node *n)
{
	for (unsigned i = 0; i < m->n; i++)
		if (m->values[i].node == n)
			return m->values[i].reg;
	return 0;
}

static dt_reg scalar_value(struct dt_gen *g, const struct dt_node *n)
{
	switch (n->kind) {
	case DT_NODE_INT:
		return dt_ir_const(g->f, n->value);
	case DT_NODE_UNARY:
		return n->op == DT_OP_DEREF ? datum(g, n) : unary_value(g, n);
	case DT_NODE_BINARY:
		return binary_value(g, n);
	case DT_NODE_ASSIGN:
		return dt_gen_assign(g, n, true);
	case DT_NODE_COND:
		return conditional_value(g, n);
	case DT_NODE_COMMA:
		dt_gen_effect(g, n->lhs);
		return dt_gen_value(g, n->rhs);
	case DT_NODE_CAST:
		return cast_value(g, n);
	case DT_NODE_VAR:
	case DT_NODE_INDEX:
	case DT_NODE_MEMBER:
	case DT_NODE_CALL:
	case DT_NODE_XLATE:
		return datum(g, n);
	default:
		assert(!"an expression with a value");
		return dt_ir_const(g->f, 0);
	}
}

dt_reg dt_gen_value(struct dt_gen *g, const struct dt_node *n)
{
	dt_reg value = reused_value(&g->memo, n);
	const struct dt_node *before;

	if (value)
		return value;
	before = dt_gen_ask(g, n);
	value = dt_node_is_string(n) ? dt_gen_string_address(g, n) : scalar_value(g, n);
	dt_gen_asked(g, before);
	return value;
}
