/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Types of integers, and integers with more bits than their type.
 */
#include "lang/integer.h"

const struct dt_type *dt_node_promoted(struct dt_universe *u, const struct dt_node *n)
{
	const struct dt_type *int_ = dt_type_basic(u, DT_INT);

	if (n->kind == DT_NODE_MEMBER && n->member && n->member->bit_width &&
	    n->member->bit_width < 32)
		return int_;
	return dt_type_arith(u, n->type, int_);
}

const struct dt_type *dt_node_arith(struct dt_universe *u, const struct dt_node *a,
				    const struct dt_node *b)
{
	return dt_type_arith(u, dt_node_promoted(u, a), dt_node_promoted(u, b));
}

static bool ident_is_wide(const struct dt_ident *id)
{
	switch (id->kind) {
	case DT_IDENT_GLOBAL:
	case DT_IDENT_THIS:
	case DT_IDENT_SELF:
	case DT_IDENT_ASSOC:
	case DT_IDENT_SELF_ASSOC:
		return !id->is_declared && dt_type_is_integer(id->type);
	default:
		return false;
	}
}

bool dt_node_is_wide(const struct dt_node *n)
{
	return (n->kind == DT_NODE_VAR || n->kind == DT_NODE_INDEX) && n->ident &&
	       ident_is_wide(n->ident);
}

const struct dt_type *dt_ident_storage(struct dt_universe *u, const struct dt_ident *id)
{
	if (!ident_is_wide(id))
		return id->type;
	return dt_type_basic(u, dt_type_is_signed(id->type) ? DT_INT64 : DT_UINT64);
}

const struct dt_type *dt_node_storage(struct dt_universe *u, const struct dt_node *n)
{
	return dt_node_is_wide(n) ? dt_ident_storage(u, n->ident) : n->type;
}

/** Reports whether the value always fits the node's own type. */
static bool is_cut(const struct dt_node *n)
{
	switch (n->kind) {
	case DT_NODE_UNARY:
		if (dt_node_is_increment(n))
			return !dt_node_is_wide(n->lhs);
		return n->op != DT_OP_NEG && n->op != DT_OP_PLUS && n->op != DT_OP_NOT;
	case DT_NODE_BINARY:
		return n->op >= DT_OP_EQ && n->op <= DT_OP_LXOR;
	case DT_NODE_ASSIGN:
		return !dt_node_is_wide(n->lhs);
	default:
		return !dt_node_is_wide(n);
	}
}

static bool is_bool(const struct dt_type *t)
{
	return t->kind == DT_TYPE_INT && t->is_bool;
}

/** Reports whether `to` has all values of `from`. Both are resolved, `to` is smaller than a
 * register. */
static bool type_fits(const struct dt_type *from, const struct dt_type *to)
{
	bool from_signed = dt_type_is_signed(from), to_signed = dt_type_is_signed(to);

	if (is_bool(to) || is_bool(from))
		return is_bool(from);
	if (from_signed == to_signed)
		return from->size <= to->size;
	return !from_signed && from->size < to->size;
}

bool dt_node_fits(const struct dt_node *n, const struct dt_type *type)
{
	const struct dt_type *to = dt_type_resolve(type);

	if (to->size >= sizeof(uint64_t))
		return true;
	switch (n->kind) {
	case DT_NODE_INT:
		return dt_type_cut(to, n->value) == n->value;
	case DT_NODE_COND:
		return dt_node_fits(n->rhs, type) && dt_node_fits(n->third, type);
	case DT_NODE_COMMA:
		return dt_node_fits(n->rhs, type);
	default:
		return is_cut(n) && type_fits(dt_type_resolve(n->type), to);
	}
}

bool dt_node_is_undeclared(const struct dt_node *n)
{
	switch (n->kind) {
	case DT_NODE_INT:
		return !dt_node_fits(n, n->type);
	case DT_NODE_UNARY:
	case DT_NODE_ASSIGN:
		return !is_cut(n) && dt_node_is_undeclared(n->lhs);
	case DT_NODE_BINARY:
		if (is_cut(n))
			return false;
		return dt_node_is_undeclared(n->lhs) ||
		       (n->op != DT_OP_SHL && n->op != DT_OP_SHR && dt_node_is_undeclared(n->rhs));
	case DT_NODE_COND:
		return dt_node_is_undeclared(n->rhs) || dt_node_is_undeclared(n->third);
	case DT_NODE_COMMA:
		return dt_node_is_undeclared(n->rhs);
	default:
		return dt_node_is_wide(n);
	}
}
