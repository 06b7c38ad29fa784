/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Expressions: the dispatch by node kind, and the simple kinds: constants, unary operators, casts,
 * ?:, comma, sizeof, offsetof, stringof.
 */
#include "lang/elsewhere.h"
#include "lang/integer.h"
#include "lang/sema/internal.h"

enum { MAX_DEPTH = 4 * DT_NODE_MAX_HEIGHT };

bool dt_sema_list(struct dt_sema *s, struct dt_node **list, dt_sema_fn *check)
{
	bool ok = true;

	for (; *list; list = &(*list)->next) {
		struct dt_node *next = (*list)->next;

		*list = check(s, *list);
		(*list)->next = next;
		ok &= !dt_sema_is_poison(*list);
	}
	return ok;
}

/** Checks the operand. Returns false if it is poison or was reported. */
static bool check_operand(struct dt_sema *s, struct dt_node *n)
{
	n->lhs = dt_sema_expr(s, n->lhs);
	if (dt_sema_is_poison(n->lhs)) {
		dt_sema_silence(s, n);
		return false;
	}
	if (dt_type_resolve(n->lhs->type)->kind == DT_TYPE_DYNAMIC) {
		dt_sema_poison(s, n, D_OP_DYN,
			       "operator %s cannot be applied to an operand of dynamic type",
			       dt_op_text(n->op));
		return false;
	}
	return true;
}

/** - + ~ */
static struct dt_node *check_sign(struct dt_sema *s, struct dt_node *n)
{
	if (!check_operand(s, n))
		return n;
	if (n->op != DT_OP_NOT && dt_type_is_float(n->lhs->type)) {
		n->lhs = dt_sema_to_double(s, n->lhs);
		n->type = n->lhs->type;
		return n;
	}
	if (!dt_type_is_integer(n->lhs->type)) {
		bool is_match = n->op == DT_OP_NOT && dt_type_is_string(n->lhs->type); // a =~ "x"

		dt_sema_poison(s, n, n->op == DT_OP_NOT ? D_OP_INT : D_OP_ARITH,
			       "operator %s requires an operand of %s type", dt_op_text(n->op),
			       n->op == DT_OP_NOT ? "integral" : "arithmetic");
		if (is_match)
			dt_sema_hint(s, "in D: %s", dt_elsewhere_operator("~"));
		return n;
	}
	n->type = dt_node_promoted(s->c->types, n->lhs);
	return dt_sema_fold_unary(s, n);
}

static struct dt_node *check_lnot(struct dt_sema *s, struct dt_node *n)
{
	if (!check_operand(s, n))
		return n;
	n->lhs = dt_sema_decay(s, dt_sema_truth(s, n->lhs));
	if (!dt_type_is_scalar(n->lhs->type))
		return dt_sema_poison(s, n, D_OP_SCALAR,
				      "operator ! requires an operand of scalar type");
	n->type = dt_sema_basic(s, DT_INT);
	return dt_sema_fold_unary(s, n);
}

static struct dt_node *check_stringof(struct dt_sema *s, struct dt_node *n)
{
	if (!check_operand(s, n))
		return n;
	const struct dt_type *t = dt_type_resolve(n->lhs->type);
	if (t->kind == DT_TYPE_STRING)
		return n->lhs;
	if (!dt_type_is_integer(t) && !dt_type_is_pointer(t))
		return dt_sema_poison(s, n, D_STRINGOF_TYPE,
				      "cannot convert expression of type \"%s\" to a string",
				      dt_sema_spell(s, n->lhs->type));
	return dt_sema_to_string(s, n->lhs);
}

static struct dt_node *check_unary(struct dt_sema *s, struct dt_node *n)
{
	switch (n->op) {
	case DT_OP_LNOT:
		return check_lnot(s, n);
	case DT_OP_DEREF:
		return dt_sema_deref(s, n);
	case DT_OP_ADDROF:
		return dt_sema_addrof(s, n);
	case DT_OP_STRINGOF:
		return check_stringof(s, n);
	case DT_OP_PREINC:
	case DT_OP_PREDEC:
	case DT_OP_POSTINC:
	case DT_OP_POSTDEC:
		return dt_sema_increment(s, n);
	default:
		return check_sign(s, n);
	}
}

struct dt_node *dt_sema_condition(struct dt_sema *s, struct dt_node *n)
{
	n = dt_sema_expr(s, n);
	if (dt_sema_is_poison(n))
		return n;
	n = dt_sema_decay(s, dt_sema_truth(s, n));
	if (!dt_type_is_scalar(n->type)) {
		bool is_agg = n->kind == DT_NODE_AGG;

		bool is_float = dt_type_is_float(n->type);

		dt_sema_poison(s, n, D_OP_SCALAR, "a condition must be of scalar type");
		if (is_float)
			dt_sema_hint_compare(s);
		if (is_agg)
			dt_sema_hint_no_value(s);
	}
	return n;
}

/** Converts the arms of ?: to one type. */
static struct dt_node *join_arms(struct dt_sema *s, struct dt_node *n)
{
	const struct dt_type *a = n->rhs->type, *b = n->third->type;

	if (dt_type_is_integer(a) && dt_type_is_integer(b)) {
		n->type = dt_node_arith(s->c->types, n->rhs, n->third);
	} else if (dt_sema_is_number(a) && dt_sema_is_number(b)) {
		n->rhs = dt_sema_to_double(s, n->rhs);
		n->third = dt_sema_to_double(s, n->third);
		n->type = dt_sema_basic(s, DT_DOUBLE);
	} else if (dt_type_is_stringlike(a) && dt_type_is_stringlike(b) &&
		   (dt_type_is_string(a) || dt_type_is_string(b))) {
		n->type = dt_sema_basic(s, DT_STRING);
		n->rhs = dt_sema_to_string(s, n->rhs);
		n->third = dt_sema_to_string(s, n->third);
	} else if ((dt_type_is_string(a) && dt_sema_is_zero(n->third)) ||
		   (dt_type_is_string(b) && dt_sema_is_zero(n->rhs))) {
		n->type = dt_sema_basic(s, DT_STRING);
	} else {
		bool left = dt_type_is_pointer(a) && !dt_sema_is_zero(n->rhs);
		struct dt_node *keep = dt_sema_decay(s, left ? n->rhs : n->third);
		struct dt_node *other =
		    dt_sema_assign_convert(s, left ? n->third : n->rhs, keep->type);

		if (!other)
			return dt_sema_poison(
			    s, n, D_OP_INCOMPAT,
			    "operator ?: operands must have compatible types: \"%s\" and \"%s\"",
			    dt_sema_spell(s, a), dt_sema_spell(s, b));
		n->type = keep->type;
		n->is_userland = keep->is_userland || other->is_userland;
		n->rhs = left ? keep : other;
		n->third = left ? other : keep;
	}
	return n;
}

/** Checks ?:. If the condition is constant, only the selected arm is checked and kept. */
static struct dt_node *check_cond(struct dt_sema *s, struct dt_node *n)
{
	n->lhs = dt_sema_condition(s, n->lhs);
	if (n->lhs->kind == DT_NODE_INT)
		return dt_sema_expr(s, n->lhs->value ? n->rhs : n->third);
	return dt_sema_cond_arms(s, n);
}

struct dt_node *dt_sema_cond_arms(struct dt_sema *s, struct dt_node *n)
{
	bool outer = s->in_cond;

	s->in_cond = true;
	n->rhs = dt_sema_expr(s, n->rhs);
	n->third = dt_sema_expr(s, n->third);
	s->in_cond = outer;
	if (dt_sema_is_poison(n->lhs) || dt_sema_is_poison(n->rhs) || dt_sema_is_poison(n->third))
		return dt_sema_silence(s, n);
	return join_arms(s, n);
}

static struct dt_node *check_comma(struct dt_sema *s, struct dt_node *n)
{
	n->lhs = dt_sema_expr(s, n->lhs);
	n->rhs = dt_sema_expr(s, n->rhs);
	if (dt_sema_is_poison(n->lhs) || dt_sema_is_poison(n->rhs))
		return dt_sema_silence(s, n);
	if (dt_type_resolve(n->lhs->type)->kind == DT_TYPE_DYNAMIC ||
	    dt_type_resolve(n->rhs->type)->kind == DT_TYPE_DYNAMIC)
		return dt_sema_poison(s, n, D_OP_DYN,
				      "operator , cannot be applied to an operand of dynamic type");
	n->type = n->rhs->type;
	n->is_userland = n->rhs->is_userland;
	return n;
}

/** Reports whether a value of type `from` may be cast to `to`. */
static bool can_cast(const struct dt_type *from, const struct dt_type *to)
{
	bool address = dt_type_is_integer(from) || dt_type_is_pointer(from);

	if (to->kind == DT_TYPE_VOID)
		return from->kind != DT_TYPE_DYNAMIC;
	if (dt_type_is_sou(to))
		return dt_type_equal(from, to);
	if (dt_type_is_string(to))
		return address || dt_type_is_string(from);
	if (dt_type_is_integer(to))
		return address || dt_type_is_float(from);
	if (dt_type_is_float(to))
		return dt_sema_is_number(from);
	if (to->kind == DT_TYPE_POINTER)
		return address || (dt_type_is_string(from) && dt_type_is_stringlike(to));
	return false;
}

/** Returns a scalar for the operand of a cast to an integer: for a string, whether it is not empty;
 * for a translated pointer, the operand of the translation. */
static struct dt_node *scalar_of(struct dt_sema *s, struct dt_node *n)
{
	if (n->kind == DT_NODE_XLATE && dt_type_is_pointer(n->decl_type))
		return n->lhs;
	return dt_type_is_string(n->type) ? dt_sema_is_text(s, n) : n;
}

static struct dt_node *check_cast(struct dt_sema *s, struct dt_node *n)
{
	const struct dt_type *to = n->decl_type;

	n->lhs = dt_sema_base(s, n->lhs);
	if (dt_type_is_integer(to) && !dt_sema_is_poison(n->lhs))
		n->lhs = scalar_of(s, n->lhs);
	if (dt_sema_is_poison(n->lhs) || to->kind == DT_TYPE_POISON)
		return dt_sema_silence(s, n);
	if (n->lhs->kind == DT_NODE_XLATE && dt_type_equal(n->lhs->type, to))
		return n->lhs;
	if (n->lhs->kind == DT_NODE_XLATE ||
	    !can_cast(dt_type_resolve(n->lhs->type), dt_type_resolve(to)))
		return dt_sema_poison(s, n, D_CAST_INVAL, "invalid cast from \"%s\" to \"%s\"",
				      dt_sema_spell(s, n->lhs->type), dt_sema_spell(s, to));
	if (dt_type_is_string(to))
		return dt_sema_to_string(s, n->lhs);
	if (dt_type_is_sou(to))
		return n->lhs;
	if (n->lhs->kind == DT_NODE_INT && dt_type_is_scalar(to))
		return dt_sema_make_int(s, n, dt_type_cut(to, n->lhs->value), to);
	n->lhs = dt_sema_decay(s, n->lhs);
	n->type = to;
	n->is_userland =
	    dt_sema_is_of_process(n->type) || (n->lhs->is_userland && dt_type_is_pointer(to));
	return n;
}

static struct dt_node *check_sizeof(struct dt_sema *s, struct dt_node *n)
{
	const struct dt_type *t = n->decl_type;

	if (!t) {
		n->lhs = dt_sema_expr(s, n->lhs);
		if (dt_sema_is_poison(n->lhs))
			return dt_sema_silence(s, n);
		if (n->lhs->kind == DT_NODE_MEMBER && n->lhs->member->bit_width)
			return dt_sema_poison(s, n, D_SIZEOF_BITFIELD,
					      "cannot apply sizeof to a bit-field");
		t = n->lhs->type;
	}
	const struct dt_type *r = dt_type_resolve(t);
	const struct dt_type *size_t_ = dt_type_lookup(s->c->types, DT_TYPE_TYPEDEF, "size_t");
	if (n->lhs && n->lhs->kind == DT_NODE_STRING)
		return dt_sema_make_int(s, n, n->lhs->str_len + 1, size_t_);
	if (r->kind == DT_TYPE_POISON)
		return dt_sema_silence(s, n);
	if (!r->size && !(dt_type_is_sou(r) || r->kind == DT_TYPE_ARRAY))
		return dt_sema_poison(s, n, D_SIZEOF_TYPE, "cannot apply sizeof to type \"%s\"",
				      dt_sema_spell(s, t));
	return dt_sema_make_int(s, n, r->size, size_t_);
}

static struct dt_node *check_offsetof(struct dt_sema *s, struct dt_node *n)
{
	const struct dt_type *t = dt_type_resolve(n->decl_type);
	uint64_t offset;

	if (t->kind == DT_TYPE_POISON)
		return dt_sema_silence(s, n);
	if (!dt_type_is_sou(t))
		return dt_sema_poison(s, n, D_OFFSETOF_TYPE,
				      "offsetof operand must be a struct or union type, not \"%s\"",
				      dt_sema_spell(s, n->decl_type));
	const struct dt_member *m = dt_type_member(t, n->name, &offset);
	if (!m)
		return dt_sema_no_member(s, n, n->decl_type);
	if (m->bit_width)
		return dt_sema_poison(s, n, D_OFFSETOF_BITFIELD,
				      "cannot take offset of a bit-field: %s", n->name);
	return dt_sema_make_int(s, n, offset / 8,
				dt_type_lookup(s->c->types, DT_TYPE_TYPEDEF, "size_t"));
}

/** Gives an aggregation used as a value a type that marks it as not a value. */
static struct dt_node *check_agg_value(struct dt_sema *s, struct dt_node *n)
{
	if (!dt_sema_list(s, &n->list, dt_sema_datum))
		return dt_sema_silence(s, n);
	n->type = dt_sema_basic(s, DT_DYN);
	return n;
}

static struct dt_node *check_node(struct dt_sema *s, struct dt_node *n)
{
	switch (n->kind) {
	case DT_NODE_INT:
		return dt_sema_make_int(s, n, n->value,
					n->type ? n->type : dt_sema_basic(s, DT_INT));
	case DT_NODE_STRING:
		n->type = dt_sema_basic(s, DT_STRING);
		return n;
	case DT_NODE_NAME:
		return dt_sema_name(s, n, NULL);
	case DT_NODE_AGG:
		return check_agg_value(s, n);
	case DT_NODE_INDEX:
		return dt_sema_index(s, n, NULL);
	case DT_NODE_MEMBER:
		return dt_sema_member(s, n);
	case DT_NODE_UNARY:
		return check_unary(s, n);
	case DT_NODE_BINARY:
		return dt_sema_binary(s, n);
	case DT_NODE_ASSIGN:
		return dt_sema_assign(s, n);
	case DT_NODE_COND:
		return check_cond(s, n);
	case DT_NODE_COMMA:
		return check_comma(s, n);
	case DT_NODE_CALL:
		return dt_sema_call(s, n, DT_CALL_EXPR);
	case DT_NODE_CAST:
		return check_cast(s, n);
	case DT_NODE_SIZEOF:
		return check_sizeof(s, n);
	case DT_NODE_OFFSETOF:
		return check_offsetof(s, n);
	case DT_NODE_XLATE:
		return dt_sema_xlate(s, n);
	default:
		return dt_sema_silence(s, n);
	}
}

struct dt_node *dt_sema_expr(struct dt_sema *s, struct dt_node *n)
{
	bool may_be_xlate = s->want_xlate;

	s->want_xlate = false;
	if (s->c->diags.too_many) // no further errors are reported
		return dt_sema_silence(s, n);
	if (s->depth >= MAX_DEPTH)
		return dt_sema_poison(s, n, D_SYNTAX,
				      "expression is too deeply nested after expansion of inlines");
	s->depth++;
	n = check_node(s, n);
	s->depth--;
	return n->kind == DT_NODE_XLATE && !may_be_xlate ? dt_sema_xlate_whole(s, n, DT_IDENT_THIS)
							 : n;
}

struct dt_node *dt_sema_base(struct dt_sema *s, struct dt_node *n)
{
	s->want_xlate = true;
	return dt_sema_expr(s, n);
}
