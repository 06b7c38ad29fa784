/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Floating-point numbers: D computes with them as doubles. An operator converts its operands by
 * CAST nodes, so lowering sees only doubles. A long double can only be printed.
 *
 * An integer is converted implicitly to a floating-point number. The other direction requires a
 * cast, because it discards the fraction.
 */
#include "lang/sema/internal.h"

bool dt_sema_is_number(const struct dt_type *t)
{
	return dt_type_is_integer(t) || dt_type_is_float(t);
}

bool dt_sema_computes(enum dt_op op)
{
	return op == DT_OP_ADD || op == DT_OP_SUB || op == DT_OP_MUL || op == DT_OP_DIV;
}

struct dt_node *dt_sema_to_double(struct dt_sema *s, struct dt_node *n)
{
	return dt_sema_convert(s, n, dt_sema_basic(s, DT_DOUBLE));
}

bool dt_sema_hint_float(struct dt_sema *s, const struct dt_node *n)
{
	if (!dt_type_is_float(n->type))
		return false;
	dt_sema_hint(s,
		     "a cast makes an integer of a floating-point number and drops the fraction: "
		     "(int64_t)(x * 1000)");
	return true;
}

void dt_sema_hint_compare(struct dt_sema *s)
{
	dt_sema_hint(s, "compare the floating-point number: x != 0");
}

struct dt_node *dt_sema_float_binary(struct dt_sema *s, struct dt_node *n)
{
	bool compares = n->op >= DT_OP_EQ && n->op <= DT_OP_GE;

	n->lhs = dt_sema_to_double(s, n->lhs);
	n->rhs = dt_sema_to_double(s, n->rhs);
	n->type = dt_sema_basic(s, compares ? DT_INT : DT_DOUBLE);
	return n;
}
