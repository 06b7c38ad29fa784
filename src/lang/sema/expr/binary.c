/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Binary operators: the operands they accept and the type of the result. A table assigns a rule to
 * each operator; fold.c folds constants. Integer operands are not converted: the result has their
 * common type, which determines the operation (lang/integer.h).
 */
#include "lang/integer.h"
#include "lang/sema/internal.h"

/** Adds a hint if a number is compared with the name of a constant in quotes. */
static bool hint_constant(struct dt_sema *s, const struct dt_node *number,
			  const struct dt_node *text)
{
	bool is_name = text->kind == DT_NODE_STRING && dt_type_is_integer(number->type) &&
		       dt_ident_global(s->c, text->str);

	if (is_name)
		dt_sema_hint(s, "%s is a number: write it without quotes", text->str);
	return is_name;
}

static struct dt_node *bad_operands(struct dt_sema *s, struct dt_node *n)
{
	bool is_text = dt_type_is_string(n->lhs->type) && dt_type_is_string(n->rhs->type);

	dt_sema_poison(s, n, D_OP_INCOMPAT, "operands have incompatible types: \"%s\" %s \"%s\"",
		       dt_sema_spell(s, n->lhs->type), dt_op_text(n->op),
		       dt_sema_spell(s, n->rhs->type));
	if (is_text && n->op == DT_OP_ADD)
		dt_sema_hint(s, "strjoin() joins strings");
	else if (!hint_constant(s, n->lhs, n->rhs) && !hint_constant(s, n->rhs, n->lhs) &&
		 !dt_sema_hint_quotes(s, n->lhs))
		dt_sema_hint_quotes(s, n->rhs);
	return n;
}

/** Gives the result the common type. */
static struct dt_node *check_arithmetic(struct dt_sema *s, struct dt_node *n)
{
	n->type = dt_node_arith(s->c->types, n->lhs, n->rhs);
	return dt_sema_fold_binary(s, n);
}

static bool both_integers(const struct dt_node *n)
{
	return dt_type_is_integer(n->lhs->type) && dt_type_is_integer(n->rhs->type);
}

/** & | ^ % << >> */
static struct dt_node *check_integer(struct dt_sema *s, struct dt_node *n)
{
	if (!both_integers(n))
		return dt_sema_poison(s, n, D_OP_INT,
				      "operator %s requires operands of integral type",
				      dt_op_text(n->op));
	return check_arithmetic(s, n);
}

static struct dt_node *check_shift(struct dt_sema *s, struct dt_node *n)
{
	if (!both_integers(n))
		return check_integer(s, n);
	n->type = dt_node_promoted(s->c->types, n->lhs);
	return dt_sema_fold_binary(s, n);
}

/** * and / */
static struct dt_node *check_arith(struct dt_sema *s, struct dt_node *n)
{
	if (!both_integers(n))
		return dt_sema_poison(s, n, D_OP_ARITH,
				      "operator %s requires operands of arithmetic type",
				      dt_op_text(n->op));
	return check_arithmetic(s, n);
}

bool dt_sema_pointer_steps(struct dt_sema *s, struct dt_node *n, const struct dt_type *ptr)
{
	const struct dt_type *to = dt_type_resolve(dt_type_resolve(ptr)->ref);

	if (to->kind == DT_TYPE_VOID || to->kind == DT_TYPE_FUNCTION) {
		dt_sema_poison(
		    s, n, D_OP_VFPTR,
		    "operator %s may not be used with a pointer to void or to a function",
		    dt_op_text(n->op));
		return false;
	}
	if (to->kind == DT_TYPE_FORWARD) {
		dt_sema_poison(
		    s, n, D_OP_INCOMPLETE,
		    "operator %s cannot be applied to a pointer to %s, which is only declared",
		    dt_op_text(n->op), dt_sema_spell(s, to));
		return false;
	}
	return true;
}

static struct dt_node *check_additive(struct dt_sema *s, struct dt_node *n);

/** Returns the rest of a string: "hello" + 1 is "ello". */
static struct dt_node *string_from(struct dt_sema *s, struct dt_node *n)
{
	n->lhs = dt_sema_string_address(s, n->lhs);
	return dt_sema_to_string(s, check_additive(s, n));
}

/** + and -: numbers, pointer or string and number, two pointers. Moves the pointer to the left. */
static struct dt_node *check_additive(struct dt_sema *s, struct dt_node *n)
{
	if (both_integers(n))
		return check_arithmetic(s, n);
	if (n->op == DT_OP_ADD && dt_type_is_integer(n->lhs->type)) {
		struct dt_node *swap = n->lhs;

		n->lhs = n->rhs;
		n->rhs = swap;
	}
	if (dt_type_is_string(n->lhs->type) && dt_type_is_integer(n->rhs->type))
		return string_from(s, n);
	if (!dt_type_is_pointer(n->lhs->type))
		return bad_operands(s, n);
	n->lhs = dt_sema_decay(s, n->lhs);
	n->is_userland = n->lhs->is_userland;
	if (dt_type_is_integer(n->rhs->type)) {
		if (!dt_sema_pointer_steps(s, n, n->lhs->type))
			return n;
		n->type = n->lhs->type;
		return n;
	}
	if (n->op != DT_OP_SUB || !dt_type_is_pointer(n->rhs->type) ||
	    !dt_sema_pointers_fit(n->lhs->type, n->rhs->type))
		return bad_operands(s, n);
	if (!dt_sema_pointer_steps(s, n, n->lhs->type))
		return n;
	n->rhs = dt_sema_decay(s, n->rhs);
	n->type = dt_sema_basic(s, DT_LONG);
	n->is_userland = false;
	return n;
}

/** Replaces NULL in `s == NULL` by the empty string, which is the same. */
static void null_to_string(struct dt_sema *s, struct dt_node *n, const struct dt_type *other)
{
	if (!dt_sema_is_zero(n) || !dt_type_is_string(other))
		return;
	n->kind = DT_NODE_STRING;
	n->str = "";
	n->str_len = 0;
	n->type = dt_sema_basic(s, DT_STRING);
}

/** == != < <= > >=: the result is always int. */
static struct dt_node *check_compare(struct dt_sema *s, struct dt_node *n)
{
	const struct dt_type *l, *r;

	null_to_string(s, n->lhs, n->rhs->type);
	null_to_string(s, n->rhs, n->lhs->type);
	l = n->lhs->type;
	r = n->rhs->type;
	n->type = dt_sema_basic(s, DT_INT);
	if (both_integers(n))
		return dt_sema_fold_binary(s, n);
	if (dt_type_is_stringlike(l) && dt_type_is_stringlike(r) &&
	    (dt_type_is_string(l) || dt_type_is_string(r))) {
		n->lhs = dt_sema_to_string(s, n->lhs);
		n->rhs = dt_sema_to_string(s, n->rhs);
		return n;
	}
	if (dt_type_is_pointer(l) && dt_type_is_pointer(r)) {
		if (!dt_sema_pointers_fit(l, r))
			return bad_operands(s, n);
		n->lhs = dt_sema_decay(s, n->lhs);
		n->rhs = dt_sema_decay(s, n->rhs);
		return n;
	}
	if (dt_type_is_pointer(l) && dt_type_is_integer(r)) {
		n->lhs = dt_sema_decay(s, n->lhs);
		return n;
	}
	if (dt_type_is_integer(l) && dt_type_is_pointer(r)) {
		n->rhs = dt_sema_decay(s, n->rhs);
		return n;
	}
	return bad_operands(s, n);
}

/** && || ^^ */
static struct dt_node *check_logical(struct dt_sema *s, struct dt_node *n)
{
	n->lhs = dt_sema_decay(s, dt_sema_truth(s, n->lhs));
	n->rhs = dt_sema_decay(s, dt_sema_truth(s, n->rhs));
	if (!dt_type_is_scalar(n->lhs->type) || !dt_type_is_scalar(n->rhs->type))
		return dt_sema_poison(s, n, D_OP_SCALAR,
				      "operator %s requires operands of scalar type",
				      dt_op_text(n->op));
	n->type = dt_sema_basic(s, DT_INT);
	return dt_sema_fold_binary(s, n);
}

static struct dt_node *(*const rules[DT_N_OPS])(struct dt_sema *s, struct dt_node *n) = {
    [DT_OP_ADD] = check_additive, [DT_OP_SUB] = check_additive, [DT_OP_MUL] = check_arith,
    [DT_OP_DIV] = check_arith,	  [DT_OP_MOD] = check_integer,	[DT_OP_AND] = check_integer,
    [DT_OP_OR] = check_integer,	  [DT_OP_XOR] = check_integer,	[DT_OP_SHL] = check_shift,
    [DT_OP_SHR] = check_shift,	  [DT_OP_EQ] = check_compare,	[DT_OP_NE] = check_compare,
    [DT_OP_LT] = check_compare,	  [DT_OP_LE] = check_compare,	[DT_OP_GT] = check_compare,
    [DT_OP_GE] = check_compare,	  [DT_OP_LAND] = check_logical, [DT_OP_LOR] = check_logical,
    [DT_OP_LXOR] = check_logical,
};

/** Reports whether the operator computes with or compares numbers, at least one floating-point. */
static bool takes_floats(const struct dt_node *n)
{
	return (dt_sema_computes(n->op) || (n->op >= DT_OP_EQ && n->op <= DT_OP_GE)) &&
	       dt_sema_is_number(n->lhs->type) && dt_sema_is_number(n->rhs->type) &&
	       (dt_type_is_float(n->lhs->type) || dt_type_is_float(n->rhs->type));
}

struct dt_node *dt_sema_binary(struct dt_sema *s, struct dt_node *n)
{
	bool outer = s->in_cond;

	n->lhs = dt_sema_expr(s, n->lhs);
	s->in_cond |= n->op == DT_OP_LAND || n->op == DT_OP_LOR;
	bool is_word = dt_sema_is_unknown(s, n->rhs);
	size_t n_errors = s->c->diags.n_errors;
	n->rhs = dt_sema_expr(s, n->rhs);
	s->in_cond = outer;
	if (is_word && dt_node_first(n->rhs) != '$' && s->c->diags.n_errors > n_errors &&
	    !dt_sema_is_poison(n->lhs) && dt_type_is_string(n->lhs->type))
		dt_sema_hint(s,
			     "strings have double quotes, \"%s\", and the shell keeps them if the "
			     "program has single quotes around it",
			     n->rhs->name);
	if (dt_sema_is_poison(n->lhs) || dt_sema_is_poison(n->rhs))
		return dt_sema_silence(s, n);
	if (dt_type_resolve(n->lhs->type)->kind == DT_TYPE_DYNAMIC ||
	    dt_type_resolve(n->rhs->type)->kind == DT_TYPE_DYNAMIC) {
		dt_sema_poison(s, n, D_OP_DYN,
			       "operator %s cannot be applied to an operand of dynamic type",
			       dt_op_text(n->op));
		if (n->lhs->kind == DT_NODE_AGG || n->rhs->kind == DT_NODE_AGG)
			dt_sema_hint_no_value(s);
		return n;
	}
	if (takes_floats(n))
		return dt_sema_float_binary(s, n);
	n = rules[n->op](s, n);
	if (dt_sema_is_poison(n) && !dt_sema_hint_float(s, n->lhs))
		dt_sema_hint_float(s, n->rhs);
	return n;
}
