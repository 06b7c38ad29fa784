/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Conversions of values to other types. A change of width, sign or kind becomes a CAST node; a
 * constant is converted at once; a conversion to string becomes UNARY stringof. Lowering converts
 * only at these nodes. Operands are not converted: see lang/integer.h.
 *
 * Decision: docs/dev/decisions/0047-registers-wider-than-types.md
 */
#include "lang/integer.h"
#include "lang/sema/internal.h"

/** Reports whether values of both types have the same form in a register. */
static bool same_form(const struct dt_type *a, const struct dt_type *b)
{
	a = dt_type_resolve(a);
	b = dt_type_resolve(b);
	if (a == b)
		return true;
	if (dt_type_is_integer(a) && dt_type_is_integer(b))
		return a->bits == b->bits && a->is_signed == b->is_signed &&
		       (a->kind == DT_TYPE_INT && a->is_bool) ==
			   (b->kind == DT_TYPE_INT && b->is_bool);
	return dt_type_equal(a, b);
}

static bool is_bit_field(const struct dt_node *n)
{
	return n->kind == DT_NODE_MEMBER && n->member && n->member->bit_width;
}

static struct dt_node *cast_to(struct dt_sema *s, struct dt_node *n, const struct dt_type *type)
{
	struct dt_node *cast = dt_sema_node(s, DT_NODE_CAST, n->loc);

	cast->lhs = n;
	n->next = NULL;
	cast->decl_type = cast->type = type;
	cast->is_userland = n->is_userland && dt_type_is_pointer(type);
	return cast;
}

struct dt_node *dt_sema_convert(struct dt_sema *s, struct dt_node *n, const struct dt_type *type)
{
	if (dt_sema_is_poison(n))
		return n;
	if (n->kind == DT_NODE_INT && dt_type_is_scalar(type))
		return dt_sema_make_int(s, n, dt_type_cut(type, n->value), type);
	if (same_form(n->type, type) && dt_node_fits(n, type) && !is_bit_field(n))
		return n;
	return cast_to(s, n, type);
}

struct dt_node *dt_sema_as(struct dt_sema *s, struct dt_node *n, const struct dt_type *type)
{
	if (!dt_type_is_scalar(type) || !dt_type_is_scalar(n->type) || dt_type_equal(n->type, type))
		return n;
	return cast_to(s, n, type);
}

struct dt_node *dt_sema_recorded(struct dt_sema *s, struct dt_node *n)
{
	if (!dt_type_is_integer(n->type) || dt_node_fits(n, n->type) || dt_node_is_undeclared(n))
		return n;
	return cast_to(s, n, n->type);
}

struct dt_node *dt_sema_decay(struct dt_sema *s, struct dt_node *n)
{
	const struct dt_type *t = dt_type_resolve(n->type);

	if (t->kind != DT_TYPE_ARRAY)
		return n;
	return dt_sema_convert(s, n, dt_type_pointer(s->c->types, t->ref));
}

struct dt_node *dt_sema_is_text(struct dt_sema *s, struct dt_node *n)
{
	struct dt_node *differs, *none;

	none = dt_sema_node(s, DT_NODE_STRING, n->loc);
	none->str = "";
	none->type = n->type;
	differs = dt_sema_node(s, DT_NODE_BINARY, n->loc);
	differs->op = DT_OP_NE;
	differs->lhs = n;
	differs->rhs = none;
	differs->type = dt_sema_basic(s, DT_INT);
	n->next = NULL;
	return differs;
}

struct dt_node *dt_sema_truth(struct dt_sema *s, struct dt_node *n)
{
	if (!n->ident || !n->ident->is_kept_text || !dt_type_is_string(n->type))
		return n;
	return dt_sema_is_text(s, n);
}

struct dt_node *dt_sema_string_address(struct dt_sema *s, struct dt_node *n)
{
	return cast_to(s, n, dt_type_pointer(s->c->types, dt_sema_basic(s, DT_CHAR)));
}

struct dt_node *dt_sema_to_string(struct dt_sema *s, struct dt_node *n)
{
	if (dt_sema_is_poison(n) || dt_type_is_string(n->type))
		return n;
	struct dt_node *str = dt_sema_node(s, DT_NODE_UNARY, n->loc);
	str->op = DT_OP_STRINGOF;
	str->lhs = n;
	n->next = NULL;
	str->type = dt_sema_basic(s, DT_STRING);
	return str;
}

bool dt_sema_pointers_fit(const struct dt_type *a, const struct dt_type *b)
{
	const struct dt_type *to_a = dt_type_resolve(dt_type_resolve(a)->ref);
	const struct dt_type *to_b = dt_type_resolve(dt_type_resolve(b)->ref);

	return to_a->kind == DT_TYPE_VOID || to_b->kind == DT_TYPE_VOID ||
	       dt_type_equal(to_a, to_b) ||
	       (dt_type_is_integer(to_a) && dt_type_is_integer(to_b) && to_a->size == to_b->size);
}

struct dt_node *dt_sema_assign_convert(struct dt_sema *s, struct dt_node *n,
				       const struct dt_type *type)
{
	const struct dt_type *to = dt_type_resolve(type), *from = dt_type_resolve(n->type);

	if (dt_sema_is_poison(n))
		return n;
	if (dt_type_is_integer(to)) {
		if (dt_type_is_integer(from) || (dt_type_is_pointer(from) && to->size == 8))
			return dt_sema_convert(s, n, type);
		return NULL;
	}
	if (dt_sema_is_zero(n) && dt_type_is_float(to))
		return dt_sema_make_int(s, n, 0, type); // the bits of 0.0
	if (dt_type_is_float(to))
		return dt_sema_is_number(from) ? dt_sema_convert(s, n, type) : NULL;
	if (to->kind == DT_TYPE_FLOAT)
		return dt_type_equal(to, from) ? n : NULL;
	if (to->kind == DT_TYPE_STRING) {
		if (dt_sema_is_zero(n))
			return n;
		return dt_type_is_stringlike(from) ? dt_sema_to_string(s, n) : NULL;
	}
	if (to->kind == DT_TYPE_POINTER) {
		if (dt_sema_is_zero(n))
			return dt_sema_convert(s, n, type);
		if (from->kind == DT_TYPE_STRING && dt_type_is_stringlike(to))
			return dt_sema_string_address(s, n);
		if (!dt_type_is_pointer(from) || !dt_sema_pointers_fit(to, from))
			return NULL;
		return dt_sema_decay(s, n);
	}
	return dt_type_is_sou(to) && dt_type_equal(to, from) ? n : NULL;
}

const struct dt_type *dt_sema_variable_type(struct dt_sema *s, const struct dt_node *n)
{
	const struct dt_type *t = n->type;

	// const and volatile qualify the source of the value, `userland` the value itself.
	if (t->kind == DT_TYPE_QUALIFIED && !(t->quals & DT_QUAL_USERLAND))
		t = t->ref;
	switch (dt_type_resolve(t)->kind) {
	case DT_TYPE_ARRAY:
		if (dt_type_is_stringlike(t))
			return dt_sema_basic(s, DT_STRING);
		return dt_type_pointer(s->c->types, dt_type_resolve(t)->ref);
	case DT_TYPE_INT:
	case DT_TYPE_ENUM:
	case DT_TYPE_FLOAT:
	case DT_TYPE_POINTER:
	case DT_TYPE_STRING:
	case DT_TYPE_STRUCT:
	case DT_TYPE_UNION:
	case DT_TYPE_POISON:
		return t;
	default:
		return NULL;
	}
}
