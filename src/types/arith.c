/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * C's conversions: of a value to a type, and the usual arithmetic conversions of two types.
 */
#include "types/types.h"

uint64_t dt_type_cut(const struct dt_type *type, uint64_t value)
{
	type = dt_type_resolve(type);
	unsigned bits = dt_type_is_integer(type) ? type->bits : 64;

	if (type->kind == DT_TYPE_INT && type->is_bool)
		return value != 0;
	if (bits >= 64)
		return value;
	value &= (1ull << bits) - 1;
	if (dt_type_is_signed(type) && value >> (bits - 1))
		value |= ~0ull << bits;
	return value;
}

/** Returns C's conversion rank from int upwards; the caller has promoted smaller types. */
static unsigned type_rank(const struct dt_universe *u, const struct dt_type *t)
{
	if (t == dt_type_basic(u, DT_LLONG) || t == dt_type_basic(u, DT_ULLONG))
		return 3;
	return t->bits > 32 ? 2 : 1;
}

/** Promotes an integer: types narrower than int and enums become int. */
static const struct dt_type *promote_integer(const struct dt_universe *u, const struct dt_type *t)
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

	a = promote_integer(u, a);
	b = promote_integer(u, b);
	unsigned rank_a = type_rank(u, a), rank_b = type_rank(u, b);
	unsigned high = rank_a > rank_b ? rank_a : rank_b;
	if (a->is_signed == b->is_signed)
		return dt_type_basic(u, by_rank[a->is_signed][high]);

	const struct dt_type *sign = a->is_signed ? a : b, *unsign = a->is_signed ? b : a;
	bool fits = sign->bits > unsign->bits; // the signed type can represent all unsigned values
	return dt_type_basic(u, by_rank[fits][high]);
}
