/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Assignment and ++/--: checks that the target is writable, and creates variables at their first
 * assignment.
 *
 * A value stored in a variable of declared type is converted to that type. For `a op= b` lowering
 * converts the result back. A variable without declaration holds any integer (lang/integer.h).
 */
#include "lang/integer.h"
#include "lang/sema/internal.h"

#include <string.h>

/** Adds a hint if an aggregating function is assigned to something that is no aggregation. */
static bool hint_aggregation(struct dt_sema *s, const struct dt_node *n)
{
	const struct dt_builtin *b = n->rhs->kind == DT_NODE_CALL && n->rhs->name
					 ? dt_builtin_find(s->c, n->rhs->name)
					 : NULL;

	if (!b || b->kind != DT_BUILTIN_AGGREGATION)
		return false;
	dt_sema_hint(s, "an aggregation begins with @: @[key] = %s(), @name[key] = %s()", b->name,
		     b->name);
	return true;
}

/** Returns the type of the variable that this assignment may create, or NULL with a report. */
static const struct dt_type *created_type(struct dt_sema *s, struct dt_node *n)
{
	const struct dt_type *t = dt_sema_variable_type(s, n->rhs);

	if (t && t->kind == DT_TYPE_POISON && s->clause && s->clause->is_dead)
		return dt_sema_basic(s, DT_INT64); // an unassigned variable is 0
	if (n->op != DT_OP_NONE && t && t->kind != DT_TYPE_POISON)
		t = dt_type_is_integer(t) ? dt_sema_basic(s, DT_INT64)
		    : dt_type_is_float(t) ? dt_sema_basic(s, DT_DOUBLE)
					  : NULL;
	if (!t) {
		dt_sema_poison(s, n,
			       n->rhs->type->kind == DT_TYPE_DYNAMIC ? D_OP_DYN : D_OP_INCOMPAT,
			       "an expression of type \"%s\" cannot be assigned to a variable",
			       dt_sema_spell(s, n->rhs->type));
		if (n->rhs->kind == DT_NODE_AGG)
			dt_sema_hint_no_value(s);
		else
			hint_aggregation(s, n);
	}
	return t;
}

static bool is_element_name(const struct dt_node *n)
{
	return n->kind == DT_NODE_INDEX && n->lhs->kind == DT_NODE_NAME;
}

/** Checks the left side. `create` is the type of a variable that does not exist yet. */
static struct dt_node *assigned_lhs(struct dt_sema *s, struct dt_node *n,
				    const struct dt_type *create)
{
	if (n->kind == DT_NODE_NAME)
		return dt_sema_name(s, n, create);
	if (is_element_name(n))
		return dt_sema_index(s, n, create);
	return dt_sema_expr(s, n);
}

/** Rejects builtins, inlines and functions by name, before they are expanded. */
static bool is_writable_name(struct dt_sema *s, struct dt_node *n, const char *op)
{
	const struct dt_node *name = is_element_name(n->lhs) ? n->lhs->lhs : n->lhs;
	const struct dt_ident *id = name->kind == DT_NODE_NAME ? dt_sema_find(s, name) : NULL;

	if (!id || (id->kind != DT_IDENT_BUILTIN_VAR && id->kind != DT_IDENT_INLINE))
		return true;
	if (s->frame)
		for (size_t i = 0; i < s->frame->n; i++)
			if (s->frame->params[i].name == name->name)
				return true;
	dt_sema_poison(s, n, D_OP_WRITE, "operator %s may not modify %s %s", op,
		       id->kind == DT_IDENT_INLINE ? "inline" : "builtin variable", id->name);
	if (!strcmp(op, "=") && !hint_aggregation(s, n))
		dt_sema_hint(s, "= assigns; == compares");
	return false;
}

static void mark_written(struct dt_node *n)
{
	while ((n->kind == DT_NODE_MEMBER || n->kind == DT_NODE_INDEX) && !n->ident)
		n = n->lhs;
	if (n->ident)
		n->ident->is_written = true;
}

/** Runs the checks common to all writes. */
static bool check_lvalue(struct dt_sema *s, struct dt_node *n, const char *op)
{
	struct dt_node *l = n->lhs;

	if (l->kind == DT_NODE_AGG) {
		dt_sema_poison(s, n, D_CG_EXPR,
			       "an aggregation must be assigned by a separate statement");
		dt_sema_hint_count(s);
		return false;
	}
	if (!l->is_lvalue) {
		dt_sema_poison(s, n, D_OP_LVAL,
			       "operator %s requires a variable or memory on its left", op);
		return false;
	}
	enum dt_type_kind kind = dt_type_resolve(l->type)->kind;
	if (kind == DT_TYPE_ARRAY || kind == DT_TYPE_FUNCTION) {
		dt_sema_poison(s, n, D_OP_ARRFUN,
			       "operator %s may not be applied to an operand of type \"%s\"", op,
			       dt_sema_spell(s, l->type));
		return false;
	}
	mark_written(l);
	return true;
}

static struct dt_node *report_incompatible(struct dt_sema *s, struct dt_node *n, const char *op)
{
	dt_sema_poison(s, n, D_OP_INCOMPAT, "operands have incompatible types: \"%s\" %s \"%s\"",
		       dt_sema_spell(s, n->lhs->type), op, dt_sema_spell(s, n->rhs->type));
	if (!dt_sema_hint_float(s, n->rhs))
		dt_sema_hint_quotes(s, n->rhs);
	return n;
}

static struct dt_node *compound_assignment(struct dt_sema *s, struct dt_node *n, const char *op)
{
	bool additive = n->op == DT_OP_ADD || n->op == DT_OP_SUB;

	if (additive && dt_type_is_pointer(n->lhs->type) && dt_type_is_integer(n->rhs->type)) {
		dt_sema_pointer_steps(s, n, n->lhs->type);
		return n;
	}
	if (dt_type_is_float(n->lhs->type) && dt_sema_computes(n->op) &&
	    dt_sema_is_number(n->rhs->type)) {
		n->rhs = dt_sema_to_double(s, n->rhs);
		return n;
	}
	if (!dt_type_is_integer(n->lhs->type) || !dt_type_is_integer(n->rhs->type))
		return report_incompatible(s, n, op);
	if ((n->op == DT_OP_DIV || n->op == DT_OP_MOD) && dt_sema_is_zero(n->rhs))
		return dt_sema_poison(s, n, D_DIV_ZERO, "expression contains division by zero");
	return n;
}

/** Returns the value that `=` stores, or NULL if the types are incompatible. */
static struct dt_node *stored_value(struct dt_sema *s, const struct dt_node *n)
{
	bool is_number = dt_type_is_integer(n->rhs->type) || dt_type_is_pointer(n->rhs->type);

	if (dt_node_is_wide(n->lhs) && is_number)
		return dt_sema_decay(s, n->rhs);
	return dt_sema_assign_convert(s, n->rhs, n->type);
}

/**
 * Reports whether the assignment must store a string instead of its address. In `self->args = (char
 * *)curpsinfo->pr_psargs` the address is valid only while the clause runs, but the variable lives
 * longer. A variable created by such an assignment stores the string, at each such assignment. As
 * a condition it behaves like the pointer (dt_sema_truth()).
 */
static bool keeps_text(struct dt_sema *s, const struct dt_node *n)
{
	const struct dt_node *name = is_element_name(n->lhs) ? n->lhs->lhs : n->lhs;
	const struct dt_ident *known;

	if (n->op != DT_OP_NONE || n->rhs->kind != DT_NODE_CAST || name->kind != DT_NODE_NAME ||
	    name->scope == DT_SCOPE_THIS || !dt_type_is_string(n->rhs->lhs->type) ||
	    !dt_type_is_stringlike(n->rhs->type))
		return false;
	known = dt_sema_find(s, name);
	return !known || known->is_kept_text;
}

/** Checks the value. A translated pointer, such as curpsinfo, stays valid as long as the variable
 * to which it is assigned. */
static struct dt_node *assigned_value(struct dt_sema *s, const struct dt_node *n)
{
	bool is_name = n->lhs->kind == DT_NODE_NAME && n->op == DT_OP_NONE;
	struct dt_node *value = dt_sema_base(s, n->rhs);

	if (value->kind != DT_NODE_XLATE)
		return value;
	return dt_sema_xlate_whole(s, value,
				   is_name && n->lhs->scope == DT_SCOPE_SELF   ? DT_IDENT_SELF
				   : is_name && n->lhs->scope == DT_SCOPE_NONE ? DT_IDENT_GLOBAL
									       : DT_IDENT_THIS);
}

static void note_data(const struct dt_node *n)
{
	const struct dt_node *at = n->lhs;

	while (at && !at->ident)
		at = at->lhs;
	if (at && dt_node_is_data(n->rhs))
		at->ident->holds_data = true;
}

struct dt_node *dt_sema_assign(struct dt_sema *s, struct dt_node *n)
{
	const char *op =
	    n->op == DT_OP_NONE ? "=" : dt_arena_printf(s->c->arena, "%s=", dt_op_text(n->op));
	const struct dt_type *create;
	bool keeps;

	if (n->lhs->kind == DT_NODE_AGG)
		return dt_sema_poison(s, n, D_CG_EXPR,
				      "an aggregation must be assigned by a separate statement");
	if (n->lhs->kind == DT_NODE_INDEX && n->lhs->lhs->kind == DT_NODE_AGG) {
		dt_sema_agg_twice(s, n->lhs);
		return dt_sema_silence(s, n);
	}
	n->rhs = assigned_value(s, n);
	if (s->is_quiet && dt_sema_is_poison(n->rhs))
		return dt_sema_silence(s, n); // another assignment may determine the type
	if (!is_writable_name(s, n, op))
		return n;
	keeps = keeps_text(s, n);
	if (keeps)
		n->rhs = n->rhs->lhs;
	create = created_type(s, n);
	if (!create)
		return n;
	n->lhs = assigned_lhs(s, n->lhs, create);
	if (dt_sema_is_poison(n->lhs) || !check_lvalue(s, n, op))
		return dt_sema_silence(s, n);
	if (keeps)
		n->lhs->ident->is_kept_text = true;
	if (dt_sema_is_poison(n->rhs))
		return dt_sema_silence(s, n);
	n->type = n->lhs->type;
	n->is_userland = n->lhs->is_userland;
	if (n->op != DT_OP_NONE)
		return compound_assignment(s, n, op);
	if (dt_type_is_sou(n->type) && dt_sema_is_zero(n->rhs) && dt_sema_in_variable(n->lhs))
		return n; // frees the variable, like a scalar
	struct dt_node *value = stored_value(s, n);
	if (!value)
		return report_incompatible(s, n, op);
	n->rhs = value;
	note_data(n);
	return n;
}

struct dt_node *dt_sema_increment(struct dt_sema *s, struct dt_node *n)
{
	const char *op = dt_op_text(n->op);

	if (!is_writable_name(s, n, op))
		return n;
	n->lhs = assigned_lhs(s, n->lhs, dt_sema_basic(s, DT_INT64));
	if (dt_sema_is_poison(n->lhs))
		return dt_sema_silence(s, n);
	if (!check_lvalue(s, n, op))
		return n;
	if (!dt_type_is_scalar(n->lhs->type))
		return dt_sema_poison(s, n, D_OP_SCALAR,
				      "operator %s requires an operand of scalar type", op);
	if (dt_type_is_pointer(n->lhs->type) && !dt_sema_pointer_steps(s, n, n->lhs->type))
		return n;
	n->type = n->lhs->type;
	n->is_userland = n->lhs->is_userland;
	return n;
}
