/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The fields of keys and records: their formats, and how expressions are written to them.
 */
#include "lower/value/value.h"

#include <assert.h>

static const struct dt_lowering *lowering_of(const struct dt_node *n)
{
	if ((n->kind == DT_NODE_VAR || n->kind == DT_NODE_CALL) && n->ident && n->ident->builtin)
		return n->ident->builtin->lowering;
	return NULL;
}

/** Reports whether the expression is the value of its operand in another type. */
static bool is_conversion(const struct dt_node *expr)
{
	return expr->kind == DT_NODE_CAST ||
	       (expr->kind == DT_NODE_UNARY && expr->op == DT_OP_STRINGOF);
}

/** Returns the name of the variable, member or function whose value the expression is, or NULL. */
static const char *name_of_value(const struct dt_node *expr)
{
	while (is_conversion(expr) && !expr->written)
		expr = expr->lhs;
	if (expr->written)
		return expr->written;
	switch (expr->kind) {
	case DT_NODE_VAR:
	case DT_NODE_MEMBER:
	case DT_NODE_CALL:
		return expr->name;
	default:
		return NULL;
	}
}

void dt_lower_field(struct dt_gen *g, const struct dt_node *expr, bool is_key,
		    struct dt_field *field)
{
	const struct dt_lowering *lw = lowering_of(expr);

	*field = (struct dt_field){.type = expr->type,
				   .name = name_of_value(expr),
				   .is_data = dt_node_is_data(expr),
				   .is_key = is_key};
	if (lw && lw->field) {
		lw->field(g, expr, field);
	} else if (dt_node_is_string(expr)) {
		field->kind = DT_FIELD_STRING;
		field->size = dt_lower_round(dt_gen_string_max(g, expr), 8);
	} else if (dt_type_in_memory(expr->type)) {
		field->kind = DT_FIELD_BYTES;
		field->size = dt_lower_bytes(dt_type_resolve(expr->type)->size);
	} else {
		field->kind = DT_FIELD_INT;
		field->size = dt_type_resolve(expr->type)->size;
	}
}

/** Adds a use of a position of a tuple. */
static void merge_field(struct dt_gen *g, struct dt_field *have, const struct dt_node *expr,
			const struct dt_type *type, bool is_agg, bool first)
{
	struct dt_field f;

	dt_lower_field(g, expr, true, &f);
	if (f.kind == DT_FIELD_PROBE && !is_agg)
		f.kind = DT_FIELD_NAME;
	if (f.kind == DT_FIELD_INT && type && dt_type_is_scalar(type)) {
		// Integers are compared with all bits; the type only determines their output.
		f.size = dt_type_is_integer(type) ? DT_FIELD_WORD : dt_type_resolve(type)->size;
		f.type = type;
	}
	if (first) {
		*have = f;
		return;
	}
	dt_field_widen(g->l->strsize, have, &f);
}

void dt_tuple_merge(struct dt_gen *g, struct dt_ident *id, const struct dt_node *list)
{
	struct dt_lower_var *v = id->lowered;
	struct dt_tuple *t = &v->keys;
	bool first = !t->fields;
	size_t n = 0;

	for (const struct dt_node *k = list; k; k = k->next)
		n++;
	if (first) {
		t->fields = dt_arena_array(g->l->arena, struct dt_field, n);
		t->n = n;
	}
	assert(n == t->n && "keys agree after the semantic pass");
	n = 0;
	for (const struct dt_node *k = list; k; k = k->next, n++)
		merge_field(g, &t->fields[n], k, n < id->n_keys ? id->keys[n] : NULL,
			    id->kind == DT_IDENT_AGG, first);
}

void dt_gen_store_field(struct dt_gen *g, const struct dt_node *expr, dt_reg dst, int64_t off,
			const struct dt_field *field)
{
	const struct dt_node *before = dt_gen_ask(g, expr);
	struct dt_place p;

	switch (field->kind) {
	case DT_FIELD_INT:
		dt_ir_store(g->f, field->size, dst, off, dt_gen_value(g, expr));
		break;
	case DT_FIELD_STRING:
		dt_gen_string_into(g, expr, dt_ir_bini(g->f, DT_IR_ADD, dst, off),
				   field->size < g->l->strsize ? field->size : g->l->strsize);
		break;
	case DT_FIELD_BYTES:
		if (dt_node_has_place(expr))
			p = dt_gen_place(g, expr);
		else
			p = (struct dt_place){.kind = DT_PLACE_KERNEL,
					      .base = dt_gen_value(g, expr),
					      .type = expr->type};
		dt_place_copy(g, dst, off, &p, field->size);
		break;
	default:
		expr->ident->builtin->lowering->store(g, expr, dst, off, field);
		break;
	}
	dt_gen_asked(g, before);
}
