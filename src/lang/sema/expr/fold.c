/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Constant folding. The value of an INT node is always cut to the node's type: zero-extended if the
 * type is unsigned, sign-extended if not.
 *
 * Arithmetic is C's, with two cases where C leaves the result open: a signed result that int cannot
 * hold makes the constant a long (`1 << 40` is what a script writer means), and a shift counts
 * modulo 64.
 */
#include "lang/sema/internal.h"

uint64_t dt_sema_cut(uint64_t value, const struct dt_type *type)
{
	type = dt_type_resolve(type);
	unsigned bits = dt_type_is_integer(type) ? type->bits : 64;

	if (type->kind == DT_TYPE_INT && type->is_bool)
		return value != 0;
	if (bits >= 64)
		return value;
	value &= (1ull << bits) - 1;
	if (dt_type_is_signed(type) && value >> (bits - 1))
		value |= ~0ull << bits;
	return value;
}

bool dt_sema_is_zero(const struct dt_node *n)
{
	return n->kind == DT_NODE_INT && n->value == 0;
}

/** The constant of the result; widened when a signed int overflows. */
static struct dt_node *result(struct dt_sema *s, struct dt_node *n, uint64_t value,
			      const struct dt_type *type)
{
	if (dt_type_is_signed(type) && dt_sema_cut(value, type) != value)
		type = dt_sema_basic(s, DT_LONG);
	return dt_sema_make_int(s, n, value, type);
}

struct dt_node *dt_sema_fold_unary(struct dt_sema *s, struct dt_node *n)
{
	if (n->lhs->kind != DT_NODE_INT)
		return n;
	uint64_t v = n->lhs->value;
	switch (n->op) {
	case DT_OP_NEG:
		return result(s, n, -v, n->type);
	case DT_OP_PLUS:
		return result(s, n, v, n->type);
	case DT_OP_NOT:
		return result(s, n, ~v, n->type);
	case DT_OP_LNOT:
		return result(s, n, !v, n->type);
	default:
		return n;
	}
}

static struct dt_node *fold_divide(struct dt_sema *s, struct dt_node *n, uint64_t a, uint64_t b)
{
	bool is_signed = dt_type_is_signed(n->type), modulo = n->op == DT_OP_MOD;

	if (is_signed && b == UINT64_MAX) // INT64_MIN / -1 would trap
		return result(s, n, modulo ? 0 : -a, n->type);
	if (is_signed) {
		int64_t x = (int64_t)a, y = (int64_t)b;

		return result(s, n, (uint64_t)(modulo ? x % y : x / y), n->type);
	}
	return result(s, n, modulo ? a % b : a / b, n->type);
}

/** Comparisons; the operands have one type by now. */
static bool compare(enum dt_op op, uint64_t a, uint64_t b, bool is_signed)
{
	bool less = is_signed ? (int64_t)a < (int64_t)b : a < b;

	switch (op) {
	case DT_OP_EQ:
		return a == b;
	case DT_OP_NE:
		return a != b;
	case DT_OP_LT:
		return less;
	case DT_OP_LE:
		return less || a == b;
	case DT_OP_GT:
		return !less && a != b;
	default:
		return !less;
	}
}

/** `0 && x` and `1 || x` need no x. */
static struct dt_node *fold_logical(struct dt_sema *s, struct dt_node *n)
{
	const struct dt_node *l = n->lhs, *r = n->rhs;

	if (l->kind != DT_NODE_INT)
		return n;
	if (n->op == DT_OP_LAND && !l->value)
		return result(s, n, 0, n->type);
	if (n->op == DT_OP_LOR && l->value)
		return result(s, n, 1, n->type);
	if (r->kind != DT_NODE_INT)
		return n;
	bool value = n->op == DT_OP_LAND  ? l->value && r->value
		     : n->op == DT_OP_LOR ? l->value || r->value
					  : !l->value != !r->value;
	return result(s, n, value, n->type);
}

static struct dt_node *fold_arith(struct dt_sema *s, struct dt_node *n, uint64_t a, uint64_t b)
{
	switch (n->op) {
	case DT_OP_ADD:
		return result(s, n, a + b, n->type);
	case DT_OP_SUB:
		return result(s, n, a - b, n->type);
	case DT_OP_MUL:
		return result(s, n, a * b, n->type);
	case DT_OP_AND:
		return result(s, n, a & b, n->type);
	case DT_OP_OR:
		return result(s, n, a | b, n->type);
	case DT_OP_XOR:
		return result(s, n, a ^ b, n->type);
	case DT_OP_SHL:
		return result(s, n, a << (b & 63), n->type);
	case DT_OP_SHR:
		if (dt_type_is_signed(n->type))
			return result(s, n, (uint64_t)((int64_t)a >> (b & 63)), n->type);
		return result(s, n, a >> (b & 63), n->type);
	default:
		return n;
	}
}

struct dt_node *dt_sema_fold_binary(struct dt_sema *s, struct dt_node *n)
{
	const struct dt_node *l = n->lhs, *r = n->rhs;

	if (n->op == DT_OP_LAND || n->op == DT_OP_LOR || n->op == DT_OP_LXOR)
		return fold_logical(s, n);
	if ((n->op == DT_OP_DIV || n->op == DT_OP_MOD) && dt_sema_is_zero(r))
		return dt_sema_poison(s, n, D_DIV_ZERO, "expression contains division by zero");
	if (l->kind != DT_NODE_INT || r->kind != DT_NODE_INT)
		return n;
	if (n->op == DT_OP_DIV || n->op == DT_OP_MOD)
		return fold_divide(s, n, l->value, r->value);
	if (n->op >= DT_OP_EQ && n->op <= DT_OP_GE)
		return result(s, n, compare(n->op, l->value, r->value, dt_type_is_signed(l->type)),
			      n->type);
	return fold_arith(s, n, l->value, r->value);
}
