/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Compares the runtime's floating-point arithmetic with the processor's, bit by bit, over random
 * numbers of all kinds: subnormal, infinite, NaN, integers, neighbours of powers of two.
 */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#include "../../runtime/floats.bpf.c"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { ROUNDS = 300000 };

static double value_of(u64 bits)
{
	double v;

	memcpy(&v, &bits, sizeof(v));
	return v;
}

static u64 bits_of(double v)
{
	u64 bits;

	memcpy(&bits, &v, sizeof(bits));
	return bits;
}

static u64 random_bits(void)
{
	u64 v = (u64)random() << 33 ^ (u64)random() << 15 ^ (u64)random();
	u64 fraction = v & ~INFINITE;

	switch (random() % 8) {
	case 0:
		return fraction;
	case 1:
		return bits_of((double)((s64)v >> random() % 64));
	case 2:
		return (v & SIGN) | INFINITE | (random() % 2 ? 0 : v & 7);
	case 3:
		return v & SIGN;
	case 4:
		return fraction | (u64)(BIAS + random() % 8 - 4) << FRACTION_BITS;
	case 5:
		fraction = v & (~0ULL << random() % FRACTION_BITS) & ~INFINITE;
		return fraction | (u64)(BIAS + random() % 130 - 64) << FRACTION_BITS;
	default:
		return v;
	}
}

static void check_result(const char *what, u64 a, u64 b, u64 got, u64 want)
{
	if (got == want || (isnan(value_of(got)) && isnan(value_of(want))))
		return;
	fail_msg("%s of %llx and %llx is %llx, not %llx", what, (unsigned long long)a,
		 (unsigned long long)b, (unsigned long long)got, (unsigned long long)want);
}

static void operators_are_exact(void **state)
{
	for (int i = 0; i < ROUNDS; i++) {
		u64 a = random_bits(), b = random_bits();
		double x = value_of(a), y = value_of(b);

		check_result("product", a, b, dt_double_multiply(a, b), bits_of(x * y));
		check_result("sum", a, b, dt_double_add(a, b), bits_of(x + y));
		check_result("order", a, b, dt_double_compare(a, b),
			     isnan(x) || isnan(y) ? 8
			     : x < y		  ? 1
			     : x > y		  ? 4
						  : 2);
		if (y != 0) // the sanitizer forbids it
			check_result("quotient", a, b, dt_double_divide(a, b), bits_of(x / y));
		else
			check_result("quotient", a, b, dt_double_divide(a, b),
				     x == 0 || isnan(x) ? NOT_A_NUMBER
							: ((a ^ b) & SIGN) | INFINITE);
	}
}

static void integers_become_doubles(void **state)
{
	for (int i = 0; i < ROUNDS; i++) {
		u64 v = random_bits() >> random() % 64;

		check_result("signed", v, 0, dt_double_of_signed((s64)v), bits_of((double)(s64)v));
		check_result("negative", v, 0, dt_double_of_signed(-(s64)(v >> 1)),
			     bits_of((double)-(s64)(v >> 1)));
		check_result("unsigned", v, 0, dt_double_of_unsigned(v), bits_of((double)v));
	}
}

static s64 truncate_value(double v)
{
	return isnan(v) ? 0 : v >= 0x1p63 ? INT64_MAX : v <= -0x1p63 ? INT64_MIN : (s64)v;
}

static void doubles_become_integers(void **state)
{
	for (int i = 0; i < ROUNDS; i++) {
		u64 a = random_bits();
		double v = value_of(a);
		u64 n = isnan(v) || v < 0 ? 0 : v >= 0x1p64 ? UINT64_MAX : (u64)v;

		assert_int_equal(dt_signed_of_double(a), truncate_value(v));
		assert_int_equal(dt_unsigned_of_double(a), n);
	}
}

static void floats_and_doubles_convert(void **state)
{
	for (int i = 0; i < ROUNDS; i++) {
		u64 a = random_bits();
		uint32_t single = (uint32_t)a, bits;
		float f = (float)value_of(a);

		memcpy(&bits, &f, sizeof(bits));
		if (isnan(f))
			bits = 0x7fc00000;
		assert_int_equal(dt_float_of_double(a), bits);
		memcpy(&f, &single, sizeof(f));
		check_result("float", single, 0, dt_double_of_float(single), bits_of((double)f));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(operators_are_exact),
	    cmocka_unit_test(integers_become_doubles),
	    cmocka_unit_test(doubles_become_integers),
	    cmocka_unit_test(floats_and_doubles_convert),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
