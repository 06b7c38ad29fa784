/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Questions about types: kinds, equality, and C's usual arithmetic conversions. All of them look
 * through typedefs and qualifiers. A poison type answers no to each, so that the caller has to ask
 * for poison first.
 */
#include "types/types.h"

#include <string.h>

const struct dt_type *dt_type_resolve(const struct dt_type *t)
{
	while (t->kind == DT_TYPE_TYPEDEF || t->kind == DT_TYPE_QUALIFIED)
		t = t->ref;
	if (t->kind == DT_TYPE_FORWARD && t->lazy)
		t->lazy->complete(t->lazy->self, (struct dt_type *)t);
	return t;
}

bool dt_type_is_integer(const struct dt_type *t)
{
	t = dt_type_resolve(t);
	return t->kind == DT_TYPE_INT || t->kind == DT_TYPE_ENUM;
}

bool dt_type_is_scalar(const struct dt_type *t)
{
	return dt_type_is_integer(t) || dt_type_resolve(t)->kind == DT_TYPE_POINTER;
}

bool dt_type_is_pointer(const struct dt_type *t)
{
	t = dt_type_resolve(t);
	return t->kind == DT_TYPE_POINTER || t->kind == DT_TYPE_ARRAY;
}

bool dt_type_is_string(const struct dt_type *t)
{
	return dt_type_resolve(t)->kind == DT_TYPE_STRING;
}

bool dt_type_is_stringlike(const struct dt_type *t)
{
	t = dt_type_resolve(t);
	if (t->kind == DT_TYPE_STRING)
		return true;
	if (!dt_type_is_pointer(t))
		return false;
	t = dt_type_resolve(t->ref);
	return t->kind == DT_TYPE_INT && t->is_char;
}

bool dt_type_is_sou(const struct dt_type *t)
{
	t = dt_type_resolve(t);
	return t->kind == DT_TYPE_STRUCT || t->kind == DT_TYPE_UNION;
}

bool dt_type_is_signed(const struct dt_type *t)
{
	t = dt_type_resolve(t);
	return dt_type_is_integer(t) && t->is_signed;
}

static bool functions_equal(const struct dt_type *a, const struct dt_type *b)
{
	if (a->n_params != b->n_params || a->varargs != b->varargs ||
	    !dt_type_equal(a->ret, b->ret))
		return false;
	for (size_t i = 0; i < a->n_params; i++)
		if (!dt_type_equal(a->params[i], b->params[i]))
			return false;
	return true;
}

bool dt_type_equal(const struct dt_type *a, const struct dt_type *b)
{
	a = dt_type_resolve(a);
	b = dt_type_resolve(b);
	if (a == b)
		return true;
	// One struct may be known as a definition and as a forward declaration, or from two
	// sources.
	bool tagged =
	    (dt_type_is_sou(a) || a->kind == DT_TYPE_FORWARD || a->kind == DT_TYPE_ENUM) &&
	    (dt_type_is_sou(b) || b->kind == DT_TYPE_FORWARD || b->kind == DT_TYPE_ENUM);
	if (tagged)
		return a->name && b->name && strcmp(a->name, b->name) == 0;
	if (a->kind != b->kind)
		return false;
	switch (a->kind) {
	case DT_TYPE_INT:
		return a->bits == b->bits && a->is_signed == b->is_signed &&
		       a->is_bool == b->is_bool && a->name && b->name &&
		       strcmp(a->name, b->name) == 0;
	case DT_TYPE_POINTER:
		return dt_type_equal(a->ref, b->ref);
	case DT_TYPE_ARRAY:
		return a->nelems == b->nelems && dt_type_equal(a->ref, b->ref);
	case DT_TYPE_FUNCTION:
		return functions_equal(a, b);
	case DT_TYPE_FLOAT:
		return a->size == b->size;
	default:
		return true; // kinds with one type each
	}
}

/** C's conversion rank from int upwards; smaller types have been promoted before. */
static unsigned rank(const struct dt_universe *u, const struct dt_type *t)
{
	if (t == dt_type_basic(u, DT_LLONG) || t == dt_type_basic(u, DT_ULLONG))
		return 3;
	return t->bits > 32 ? 2 : 1;
}

/** Integer promotion: what is narrower than int, and an enum, becomes int. */
static const struct dt_type *promote(const struct dt_universe *u, const struct dt_type *t)
{
	t = dt_type_resolve(t);
	if (t->bits < 32)
		return dt_type_basic(u, DT_INT);
	if (t->kind == DT_TYPE_ENUM && t->bits == 32)
		return dt_type_basic(u, t->is_signed ? DT_INT : DT_UINT);
	return t;
}

const struct dt_type *dt_type_arith(struct dt_universe *u, const struct dt_type *a,
				    const struct dt_type *b)
{
	static const enum dt_basic by_rank[2][4] = {
	    {DT_VOID, DT_UINT, DT_ULONG, DT_ULLONG},
	    {DT_VOID, DT_INT, DT_LONG, DT_LLONG},
	};

	a = promote(u, a);
	b = promote(u, b);
	unsigned rank_a = rank(u, a), rank_b = rank(u, b);
	unsigned high = rank_a > rank_b ? rank_a : rank_b;
	if (a->is_signed == b->is_signed)
		return dt_type_basic(u, by_rank[a->is_signed][high]);

	const struct dt_type *sign = a->is_signed ? a : b, *unsign = a->is_signed ? b : a;
	bool fits = sign->bits > unsign->bits; // every unsigned value has a signed equal
	return dt_type_basic(u, by_rank[fits][high]);
}
