/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Constant folding. It computes in 64 bits, as the program does (lang/integer.h), so the value of
 * an INT node may have more bits than its type: `1 << 31` is a positive int. A shift counts
 * modulo 64.
 */
#include "lang/integer.h"
#include "lang/sema/internal.h"

bool dt_sema_is_zero(const struct dt_node *n)
{
	return n->kind == DT_NODE_INT && n->value == 0;
}

/** Returns -v. Cuts an unsigned value to its type, as illumos does. */
static uint64_t negated_value(const struct dt_type *type, uint64_t v)
{
	return dt_type_is_signed(type) ? -v : dt_type_cut(type, -v);
}

struct dt_node *dt_sema_fold_unary(struct dt_sema *s, struct dt_node *n)
{
	if (n->lhs->kind != DT_NODE_INT)
		return n;
	uint64_t v = n->lhs->value;
	switch (n->op) {
	case DT_OP_NEG:
		return dt_sema_make_int(s, n, negated_value(n->type, v), n->type);
	case DT_OP_PLUS:
		return dt_sema_make_int(s, n, v, n->type);
	case DT_OP_NOT:
		return dt_sema_make_int(s, n, ~v, n->type);
	case DT_OP_LNOT:
		return dt_sema_make_int(s, n, !v, n->type);
	default:
		return n;
	}
}

static struct dt_node *fold_divide(struct dt_sema *s, struct dt_node *n, uint64_t a, uint64_t b)
{
	bool is_signed = dt_type_is_signed(n->type), modulo = n->op == DT_OP_MOD;

	if (is_signed && b == UINT64_MAX) // INT64_MIN / -1 would trap
		return dt_sema_make_int(s, n, modulo ? 0 : -a, n->type);
	if (is_signed) {
		int64_t x = (int64_t)a, y = (int64_t)b;

		return dt_sema_make_int(s, n, (uint64_t)(modulo ? x % y : x / y), n->type);
	}
	return dt_sema_make_int(s, n, modulo ? a % b : a / b, n->type);
}

static bool compare_values(enum dt_op op, uint64_t a, uint64_t b, bool is_signed)
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

/** Folds `0 && x` and `1 || x`, whatever x is. */
static struct dt_node *fold_logical(struct dt_sema *s, struct dt_node *n)
{
	const struct dt_node *l = n->lhs, *r = n->rhs;

	if (l->kind != DT_NODE_INT)
		return n;
	if (n->op == DT_OP_LAND && !l->value)
		return dt_sema_make_int(s, n, 0, n->type);
	if (n->op == DT_OP_LOR && l->value)
		return dt_sema_make_int(s, n, 1, n->type);
	if (r->kind != DT_NODE_INT)
		return n;
	bool value = n->op == DT_OP_LAND  ? l->value && r->value
		     : n->op == DT_OP_LOR ? l->value || r->value
					  : !l->value != !r->value;
	return dt_sema_make_int(s, n, value, n->type);
}

static struct dt_node *fold_arith(struct dt_sema *s, struct dt_node *n, uint64_t a, uint64_t b)
{
	switch (n->op) {
	case DT_OP_ADD:
		return dt_sema_make_int(s, n, a + b, n->type);
	case DT_OP_SUB:
		return dt_sema_make_int(s, n, a - b, n->type);
	case DT_OP_MUL:
		return dt_sema_make_int(s, n, a * b, n->type);
	case DT_OP_AND:
		return dt_sema_make_int(s, n, a & b, n->type);
	case DT_OP_OR:
		return dt_sema_make_int(s, n, a | b, n->type);
	case DT_OP_XOR:
		return dt_sema_make_int(s, n, a ^ b, n->type);
	case DT_OP_SHL:
		return dt_sema_make_int(s, n, a << (b & 63), n->type);
	case DT_OP_SHR:
		if (dt_type_is_signed(n->type))
			return dt_sema_make_int(s, n, (uint64_t)((int64_t)a >> (b & 63)), n->type);
		return dt_sema_make_int(s, n, a >> (b & 63), n->type);
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
	if (n->op >= DT_OP_EQ && n->op <= DT_OP_GE) {
		bool is_signed = dt_type_is_signed(dt_node_arith(s->c->types, l, r));

		return dt_sema_make_int(s, n, compare_values(n->op, l->value, r->value, is_signed),
					n->type);
	}
	return fold_arith(s, n, l->value, r->value);
}
