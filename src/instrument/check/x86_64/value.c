/* SPDX-License-Identifier: BSD-2-Clause */
#include "instrument/check/x86_64/value.h"

struct dt_value dt_value_constant(uint64_t c)
{
	return (struct dt_value){.offset = c, .step = 1};
}

struct dt_value dt_value_symbol(uint32_t symbol, uint64_t span)
{
	return (struct dt_value){.symbol = symbol, .span = span, .step = 1};
}

static bool is_constant(const struct dt_value *v)
{
	return v->symbol == DT_SYMBOL_CONSTANT;
}

bool dt_value_is_constant(const struct dt_value *v, uint64_t c)
{
	return is_constant(v) && v->offset == c;
}

bool dt_value_is_equal(const struct dt_value *a, const struct dt_value *b)
{
	return a->symbol == b->symbol && a->offset == b->offset;
}

uint64_t dt_value_max(const struct dt_value *v)
{
	uint64_t max;

	return __builtin_add_overflow(v->offset, v->span, &max) ? UINT64_MAX : max;
}

static uint64_t find_divisor(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

struct dt_value dt_value_add(const struct dt_value *a, const struct dt_value *b, uint32_t symbol)
{
	struct dt_value v = *a;

	if (is_constant(a) && !is_constant(b))
		return dt_value_add(b, a, symbol);
	if (is_constant(b)) {
		if (b->offset)
			v.saved = v.is_entry = v.is_marker = 0;
		v.offset += b->offset;
		return v;
	}
	v = dt_value_symbol(symbol, 0);
	if (__builtin_add_overflow(a->span, b->span, &v.span))
		return dt_value_symbol(symbol, UINT64_MAX);
	v.offset = a->offset + b->offset;
	v.step = find_divisor(a->step, b->step);
	return v;
}

struct dt_value dt_value_multiply(const struct dt_value *a, uint64_t factor, uint32_t symbol)
{
	struct dt_value v = dt_value_symbol(symbol, 0);
	uint64_t max;

	if (is_constant(a))
		return dt_value_constant(a->offset * factor);
	if (dt_value_max(a) == UINT64_MAX ||
	    __builtin_mul_overflow(dt_value_max(a), factor, &max) || !factor)
		return dt_value_symbol(symbol, UINT64_MAX);
	v.offset = a->offset * factor;
	v.span = a->span * factor;
	v.step = a->step * factor;
	v.is_own = a->is_own;
	return v;
}

struct dt_value dt_value_and(const struct dt_value *a, const struct dt_value *b, uint32_t symbol)
{
	uint64_t x = dt_value_max(a), y = dt_value_max(b);

	if (is_constant(a) && is_constant(b))
		return dt_value_constant(a->offset & b->offset);
	return dt_value_symbol(symbol, x < y ? x : y);
}

struct dt_value dt_value_or(const struct dt_value *a, const struct dt_value *b, uint32_t symbol)
{
	if (is_constant(b) && !is_constant(a))
		return dt_value_or(b, a, symbol);
	if (is_constant(a) && is_constant(b))
		return dt_value_constant(a->offset | b->offset);
	// The low half of one, and a number below 2^32: no bit is in both.
	if (is_constant(a) && !(a->offset & UINT32_MAX) && dt_value_max(b) <= UINT32_MAX)
		return dt_value_add(a, b, symbol);
	return dt_value_symbol(symbol, UINT64_MAX);
}

struct dt_value dt_value_shift_right(const struct dt_value *a, unsigned n, uint32_t symbol)
{
	if (is_constant(a))
		return dt_value_constant(a->offset >> n);
	return dt_value_symbol(symbol, dt_value_max(a) >> n);
}

struct dt_value dt_value_truncate(const struct dt_value *a, uint32_t symbol)
{
	if (is_constant(a))
		return dt_value_constant((uint32_t)a->offset);
	return dt_value_max(a) <= UINT32_MAX ? *a : dt_value_symbol(symbol, UINT32_MAX);
}
