/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Predicates and equality of types. All of them look through typedefs and qualifiers. A poison type
 * satisfies none, so callers must check for poison first.
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

bool dt_type_is_float(const struct dt_type *t)
{
	t = dt_type_resolve(t);
	return t->kind == DT_TYPE_FLOAT && t->size <= sizeof(double);
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
	// A struct may exist as a definition and as a forward declaration, or from two sources.
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
