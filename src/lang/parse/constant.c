/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Evaluates the integer constants of declarations during parsing: array sizes, bit-field widths,
 * enumerators.
 *
 * Arithmetic has 64 bits; casts truncate. Symbols and variables are not constants here. The
 * semantic pass folds the expressions of clauses by its own, typed rules.
 */
#include "lang/parse/internal.h"

enum { MAX_STEPS = 100000 }; // inlines that refer to inlines can grow without bound

struct evaluation {
	struct dt_parser *p;
	unsigned steps, depth;
};

static bool eval_checked(struct evaluation *e, const struct dt_node *n, int64_t *ret);

static bool eval_name(struct evaluation *e, const struct dt_node *n, int64_t *ret)
{
	const struct dt_parser *p = e->p;

	if (n->scope)
		return false;
	const struct dt_enumerator *known =
	    p->enumerators ? dt_map_get_str(p->enumerators, n->name) : NULL;
	if (known) {
		*ret = known->value;
		return true;
	}
	const struct dt_ident *id = dt_ident_global(p->c, n->name);
	if (id)
		return id->kind == DT_IDENT_INLINE && !id->n_inline_params &&
		       eval_checked(e, id->inline_body, ret);
	return dt_type_enumerator(p->c->types, n->name, ret);
}

static bool eval_unary(struct evaluation *e, const struct dt_node *n, int64_t *ret)
{
	int64_t v;

	if (!eval_checked(e, n->lhs, &v))
		return false;
	switch (n->op) {
	case DT_OP_PLUS:
		*ret = v;
		return true;
	case DT_OP_NEG:
		*ret = (int64_t) - (uint64_t)v;
		return true;
	case DT_OP_NOT:
		*ret = ~v;
		return true;
	case DT_OP_LNOT:
		*ret = !v;
		return true;
	default:
		return false;
	}
}

/* Computes a op b. Returns false if it has no value. */
static bool apply_operator(enum dt_op op, int64_t a, int64_t b, int64_t *ret)
{
	uint64_t ua = (uint64_t)a, ub = (uint64_t)b;

	switch (op) {
	case DT_OP_ADD:
		*ret = (int64_t)(ua + ub);
		break;
	case DT_OP_SUB:
		*ret = (int64_t)(ua - ub);
		break;
	case DT_OP_MUL:
		*ret = (int64_t)(ua * ub);
		break;
	case DT_OP_DIV:
	case DT_OP_MOD:
		if (!b || (a == INT64_MIN && b == -1))
			return false;
		*ret = op == DT_OP_DIV ? a / b : a % b;
		break;
	case DT_OP_AND:
		*ret = a & b;
		break;
	case DT_OP_OR:
		*ret = a | b;
		break;
	case DT_OP_XOR:
		*ret = a ^ b;
		break;
	case DT_OP_SHL:
		*ret = (int64_t)(ua << (ub & 63));
		break;
	case DT_OP_SHR:
		*ret = a >> (ub & 63);
		break;
	case DT_OP_EQ:
		*ret = a == b;
		break;
	case DT_OP_NE:
		*ret = a != b;
		break;
	case DT_OP_LT:
		*ret = a < b;
		break;
	case DT_OP_LE:
		*ret = a <= b;
		break;
	case DT_OP_GT:
		*ret = a > b;
		break;
	case DT_OP_GE:
		*ret = a >= b;
		break;
	case DT_OP_LAND:
		*ret = a && b;
		break;
	case DT_OP_LOR:
		*ret = a || b;
		break;
	case DT_OP_LXOR:
		*ret = !a != !b;
		break;
	default:
		return false;
	}
	return true;
}

static bool eval_cast(struct evaluation *e, const struct dt_node *n, int64_t *ret)
{
	const struct dt_type *t = dt_type_resolve(n->decl_type);
	int64_t v;

	if (!dt_type_is_integer(t) || !t->bits || t->bits > 64 || !eval_checked(e, n->lhs, &v))
		return false;
	unsigned shift = 64 - t->bits;
	*ret = t->is_signed ? (int64_t)((uint64_t)v << shift) >> shift
			    : (int64_t)((uint64_t)v << shift >> shift);
	return true;
}

static bool eval_node(struct evaluation *e, const struct dt_node *n, int64_t *ret)
{
	int64_t a, b;

	switch (n->kind) {
	case DT_NODE_INT:
		*ret = (int64_t)n->value;
		return true;
	case DT_NODE_NAME:
		return eval_name(e, n, ret);
	case DT_NODE_UNARY:
		return eval_unary(e, n, ret);
	case DT_NODE_BINARY:
		return eval_checked(e, n->lhs, &a) && eval_checked(e, n->rhs, &b) &&
		       apply_operator(n->op, a, b, ret);
	case DT_NODE_COND:
		return eval_checked(e, n->lhs, &a) && eval_checked(e, a ? n->rhs : n->third, ret);
	case DT_NODE_CAST:
		return eval_cast(e, n, ret);
	case DT_NODE_SIZEOF:
		*ret = n->decl_type ? (int64_t)dt_type_resolve(n->decl_type)->size : 0;
		return *ret > 0;
	default:
		return false;
	}
}

static bool eval_checked(struct evaluation *e, const struct dt_node *n, int64_t *ret)
{
	if (!n || ++e->steps > MAX_STEPS || e->depth > 2 * DT_NODE_MAX_HEIGHT)
		return false;
	e->depth++;
	bool ok = eval_node(e, n, ret);
	e->depth--;
	return ok;
}

bool dt_parse_constant(struct dt_parser *p, const struct dt_node *n, int64_t *ret)
{
	struct evaluation e = {.p = p};

	return eval_checked(&e, n, ret);
}
