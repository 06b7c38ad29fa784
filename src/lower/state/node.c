/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Nodes that mean memory: variables, elements, members, targets of pointers.
 */
#include "lower/state/state.h"

bool dt_type_in_memory(const struct dt_type *t)
{
	t = dt_type_resolve(t);
	return t->kind == DT_TYPE_STRING || t->kind == DT_TYPE_ARRAY || dt_type_is_sou(t) ||
	       (t->kind == DT_TYPE_FLOAT && !dt_type_is_float(t)); // a long double
}

bool dt_node_is_assoc(const struct dt_node *n)
{
	return n->kind == DT_NODE_INDEX && n->lhs->kind == DT_NODE_VAR &&
	       (n->lhs->ident->kind == DT_IDENT_ASSOC ||
		n->lhs->ident->kind == DT_IDENT_SELF_ASSOC);
}

bool dt_node_is_element(const struct dt_node *n)
{
	return dt_node_is_assoc(n) || (n->kind == DT_NODE_VAR && n->ident->kind == DT_IDENT_SELF &&
				       dt_lower_var(n->ident)->per_thread);
}

bool dt_node_has_place(const struct dt_node *n)
{
	switch (n->kind) {
	case DT_NODE_VAR:
		return n->ident->kind != DT_IDENT_BUILTIN_VAR;
	case DT_NODE_INDEX:
		return n->lhs->kind != DT_NODE_VAR || n->lhs->ident->kind != DT_IDENT_BUILTIN_VAR ||
		       dt_type_is_pointer(n->lhs->type);
	case DT_NODE_MEMBER:
		return true;
	case DT_NODE_UNARY:
		return n->op == DT_OP_DEREF;
	case DT_NODE_XLATE:
		return true;
	default:
		return false;
	}
}

const struct dt_node *dt_node_indexed_array(const struct dt_node *n)
{
	if (n->kind == DT_NODE_CAST && dt_type_resolve(n->lhs->type)->kind == DT_TYPE_ARRAY)
		n = n->lhs;
	if (dt_type_resolve(n->type)->kind == DT_TYPE_ARRAY && dt_node_has_place(n))
		return n;
	return NULL;
}

const struct dt_node *dt_node_root(const struct dt_node *n)
{
	while (n && n->kind != DT_NODE_VAR && !dt_node_is_assoc(n)) {
		if (n->kind == DT_NODE_MEMBER)
			n = n->lhs;
		else if (n->kind == DT_NODE_INDEX && dt_type_is_string(n->lhs->type))
			n = n->lhs;
		else if (n->kind == DT_NODE_INDEX ||
			 (n->kind == DT_NODE_UNARY && n->op == DT_OP_DEREF))
			n = dt_node_indexed_array(n->lhs);
		else
			n = NULL;
	}
	return n;
}
