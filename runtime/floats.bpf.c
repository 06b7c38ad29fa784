/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Floating-point arithmetic with integers, because BPF has no other. A number is passed as its bits
 * (IEEE 754): 64 for a double, the low 32 for a float. Results are rounded to nearest, to even in a
 * tie.
 *
 * A finite number other than 0 is unpacked as a significand in [2^62, 2^63) and an exponent that is
 * biased as in the bits. A bit that is shifted out of a significand leaves its lowest bit set, so
 * it is rounded correctly.
 *
 * Code with many branches is a separate function. The verifier follows it once and treats its
 * result as any number, so it follows callers once, too, not once for each path of the function.
 *
 * Decision: docs/dev/decisions/0078-floats-in-integers.md
 */
#include "runtime.h"

enum { EXPONENT_MAX = 0x7ff, BIAS = 1023, FRACTION_BITS = 52, GUARD_BITS = 10 };

#define SIGN	     (1ULL << 63)
#define INFINITE     ((u64)EXPONENT_MAX << FRACTION_BITS)
#define NOT_A_NUMBER (INFINITE | 1ULL << (FRACTION_BITS - 1))

struct unpacked {
	u64 m;
	s64 e;
};

static __always_inline u64 magnitude_bits(u64 bits)
{
	return bits & ~SIGN;
}

static __always_inline int is_nan(u64 bits)
{
	return magnitude_bits(bits) > INFINITE;
}

/** Returns the number of bits by which a significand must be shifted up to reach 2^62. It is below
 *  2^63 and not 0. */
__attribute__((noinline)) u64 dt_significand_shift(u64 m)
{
	u64 shift = 0;

	for (u64 n = 32; n; n /= 2) {
		if (m >> (63 - n))
			continue;
		m <<= n;
		shift += n;
	}
	return shift;
}

static __always_inline void normalize_mantissa(struct unpacked *u)
{
	u64 shift = dt_significand_shift(u->m);

	u->m <<= shift & 63;
	u->e -= shift;
}

static __always_inline struct unpacked unpack_double(u64 bits)
{
	u64 fraction = bits & ((1ULL << FRACTION_BITS) - 1);
	u64 e = bits >> FRACTION_BITS & EXPONENT_MAX;
	struct unpacked u = {fraction << GUARD_BITS, 1};

	if (e) {
		u.m |= 1ULL << 62;
		u.e = e;
	}
	normalize_mantissa(&u);
	return u;
}

/** Shifts m down by n bits. If a bit is lost, sets the lowest bit. */
__attribute__((noinline)) u64 dt_significand_down(u64 m, u64 n)
{
	if (n > 63)
		return !!m;
	return n ? m >> n | !!(m << (64 - n)) : m;
}

/** Removes the lowest `n` bits, rounding to nearest. */
static __always_inline u64 round_off(u64 m, u64 n)
{
	u64 half = 1ULL << (n - 1), rest = m & (2 * half - 1), kept = m >> n;

	return kept + (rest > half || (rest == half && kept & 1));
}

/** Returns the bits, without a sign, in a format with `fraction` bits of fraction and the largest
 *  exponent `most`. */
static __always_inline u64 pack_as(u64 m, s64 e, u64 fraction, s64 most)
{
	if (e >= most)
		return (u64)most << fraction;
	if (e <= 0) {
		m = dt_significand_down(m, 1 - e);
		e = 1;
	}
	// The significand's first bit adds 1 to the exponent, as does a carry.
	return round_off(m, 62 - fraction) + ((u64)(e - 1) << fraction);
}

__attribute__((noinline)) u64 dt_double_pack(u64 m, s64 e)
{
	return pack_as(m, e, FRACTION_BITS, EXPONENT_MAX);
}

static __always_inline u64 pack_double(struct unpacked u)
{
	return dt_double_pack(u.m, u.e);
}

/** Returns the upper half of the product, and writes the lower half to *low. */
static __always_inline u64 multiply_wide(u64 a, u64 b, u64 *low)
{
	u64 al = (u32)a, ah = a >> 32, bl = (u32)b, bh = b >> 32;
	u64 middle = ah * bl + (al * bl >> 32), other = al * bh + (u32)middle;

	*low = a * b;
	return ah * bh + (middle >> 32) + (other >> 32);
}

u64 dt_double_multiply(u64 a, u64 b)
{
	u64 sign = (a ^ b) & SIGN, low;
	struct unpacked x, y;

	a = magnitude_bits(a);
	b = magnitude_bits(b);
	if (a > INFINITE || b > INFINITE || (a == INFINITE && !b) || (b == INFINITE && !a))
		return NOT_A_NUMBER;
	if (a == INFINITE || b == INFINITE)
		return sign | INFINITE;
	if (!a || !b)
		return sign;
	x = unpack_double(a);
	y = unpack_double(b);
	x.m = multiply_wide(x.m, y.m << 1, &low);
	x.e += y.e - BIAS + 1;
	if (!(x.m >> 62)) {
		x.m = x.m << 1 | low >> 63;
		low <<= 1;
		x.e--;
	}
	x.m |= !!low;
	return sign | pack_double(x);
}

u64 dt_double_divide(u64 a, u64 b)
{
	enum { DIGIT = 11, DIGITS = 5, REST = 62 - DIGITS * DIGIT };
	u64 sign = (a ^ b) & SIGN, rest, q = 1;
	struct unpacked x, y;

	a = magnitude_bits(a);
	b = magnitude_bits(b);
	if (a > INFINITE || b > INFINITE || (a == b && (!a || a == INFINITE)))
		return NOT_A_NUMBER;
	if (a == INFINITE || !b)
		return sign | INFINITE;
	if (!a || b == INFINITE)
		return sign;
	x = unpack_double(a);
	y = unpack_double(b);
	x.m >>= GUARD_BITS;
	y.m >>= GUARD_BITS;
	x.e += BIAS - y.e;
	if (x.m < y.m) {
		x.m <<= 1;
		x.e--;
	}
	rest = x.m - y.m;
	for (int i = 0; i <= DIGITS; i++) {
		u64 bits = i < DIGITS ? DIGIT : REST;

		rest <<= bits;
		q = q << bits | rest / y.m;
		rest %= y.m;
	}
	x.m = q | !!rest;
	return sign | pack_double(x);
}

u64 dt_double_add(u64 a, u64 b)
{
	u64 sign, larger, smaller;
	struct unpacked x, y;

	larger = magnitude_bits(a) < magnitude_bits(b) ? b : a;
	smaller = larger ^ a ^ b;
	sign = larger & SIGN;
	if (is_nan(larger) || is_nan(smaller))
		return NOT_A_NUMBER;
	if (magnitude_bits(larger) == INFINITE)
		return magnitude_bits(smaller) == INFINITE && larger != smaller ? NOT_A_NUMBER
										: larger;
	if (!magnitude_bits(smaller))
		return magnitude_bits(larger) || larger == smaller ? larger : 0;
	x = unpack_double(larger);
	y = unpack_double(smaller);
	x.m >>= 1; // room for a carry
	y.m = dt_significand_down(y.m >> 1, x.e - y.e);
	x.e++;
	x.m = sign == (smaller & SIGN) ? x.m + y.m : x.m - y.m;
	if (!x.m)
		return 0;
	normalize_mantissa(&x);
	return sign | pack_double(x);
}

/** Returns 1 if a < b, 2 if a == b, 4 if a > b, 8 if one of them is not a number. */
u64 dt_double_compare(u64 a, u64 b)
{
	if (is_nan(a) || is_nan(b))
		return 8;
	if (a == b || !(magnitude_bits(a) | magnitude_bits(b)))
		return 2;
	if ((a ^ b) & SIGN)
		return a & SIGN ? 1 : 4;
	return (a < b) == !(a & SIGN) ? 1 : 4;
}

u64 dt_double_of_unsigned(u64 v)
{
	struct unpacked u = {dt_significand_down(v, v >> 63), BIAS + 62 + (v >> 63)};

	if (!v)
		return 0;
	normalize_mantissa(&u);
	return pack_double(u);
}

u64 dt_double_of_signed(s64 v)
{
	return v < 0 ? SIGN | dt_double_of_unsigned(-(u64)v) : dt_double_of_unsigned(v);
}

/** Converts the bits of a float. */
u64 dt_double_of_float(u64 v)
{
	u64 sign = v >> 31 & 1 ? SIGN : 0, fraction = v & 0x7fffff, e = v >> 23 & 0xff;
	struct unpacked u = {fraction << 39, BIAS - 127 + 1};

	if (e == 0xff)
		return fraction ? NOT_A_NUMBER : sign | INFINITE;
	if (!e && !fraction)
		return sign;
	if (e) {
		u.m |= 1ULL << 62;
		u.e = BIAS - 127 + e;
	}
	normalize_mantissa(&u);
	return sign | pack_double(u);
}

u64 dt_float_of_double(u64 v)
{
	u64 sign = v >> 63 << 31;
	struct unpacked u;

	if (is_nan(v))
		return 0x7fc00000;
	if (magnitude_bits(v) == INFINITE)
		return sign | 0x7f800000;
	if (!magnitude_bits(v))
		return sign;
	u = unpack_double(v);
	u.e -= BIAS - 127;
	return sign | pack_as(u.m, u.e, 23, 0xff);
}

/** Returns the magnitude without its fraction, at most 2^64 - 1. */
static __always_inline u64 truncate_double(u64 v)
{
	u64 e = magnitude_bits(v) >> FRACTION_BITS;
	u64 m = (v & ((1ULL << FRACTION_BITS) - 1)) | 1ULL << FRACTION_BITS;

	if (e < BIAS)
		return 0;
	if (e > BIAS + 63)
		return ~0ULL;
	e -= BIAS;
	return e > FRACTION_BITS ? m << (e - FRACTION_BITS) : m >> (FRACTION_BITS - e);
}

/** Converts to the nearest 64-bit integer in range. NaN becomes 0. */
s64 dt_signed_of_double(u64 v)
{
	u64 n = truncate_double(v), most = v & SIGN ? 1ULL << 63 : ~0ULL >> 1;

	if (is_nan(v))
		return 0;
	n = n < most ? n : most;
	return v & SIGN ? -n : n;
}

/** Converts to an unsigned 64-bit integer in range. Negative numbers and NaN become 0. */
u64 dt_unsigned_of_double(u64 v)
{
	return v & SIGN || is_nan(v) ? 0 : truncate_double(v);
}
