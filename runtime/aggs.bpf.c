/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * What aggregating functions need beyond an atomic addition: a bounded compare-and-swap for min and
 * max, the 128-bit sum of squares of stddev, the bucket of quantize.
 *
 * Value words are those of the current CPU, but a nested firing on the same CPU may change them
 * between any two instructions here; every function is exact in spite of that.
 */
#include "runtime.h"

struct dt_agg_cell {
	u64 v;
};

struct dt_agg_moments {
	u64 count, sum, squares_low, squares_high;
};

/**
 * Let the word grow to `v`. 1 if it is now at least `v`; 0 if eight nested firings in a row came
 * between, which the caller counts as a drop.
 */
u64 dt_agg_grow(struct dt_agg_cell *word, u64 v)
{
	u64 old, seen;

	if (!word)
		return 0;
	old = word->v;
	for (int i = 0; i < 8; i++) {
		if (old >= v)
			return 1;
		seen = __sync_val_compare_and_swap(&word->v, old, v);
		if (seen == old)
			return 1;
		old = seen;
	}
	return 0;
}

/** Count the value, add it, add its square. */
u64 dt_agg_stddev(struct dt_agg_moments *words, s64 value)
{
	u64 v = value < 0 ? -(u64)value : (u64)value;
	u64 low = v & 0xffffffff, high = v >> 32;
	u64 cross = low * high;
	u64 square = low * low, carry = high * high + (cross >> 31), before;

	if (!words)
		return 0;
	// (high·2^32 + low)² = high²·2^64 + 2·cross·2^32 + low²
	square += cross << 33;
	carry += square < (cross << 33);
	__sync_fetch_and_add(&words->count, 1);
	__sync_fetch_and_add(&words->sum, value);
	before = __sync_fetch_and_add(&words->squares_low, square);
	carry += before + square < square;
	if (carry)
		__sync_fetch_and_add(&words->squares_high, carry);
	return 0;
}

/** Bucket of a value: 63 is 0, 63 + i is [2^(i-1), 2^i), 63 - i the negatives. */
u64 dt_quantize_bucket(s64 value)
{
	u64 v = value < 0 ? -(u64)value : (u64)value, order = 1;

	if (!value)
		return 63;
	// The order of -2^63 is that of -2^62: there is no bucket beyond.
	if (v >> 63)
		return 0;
	if (v >> 32)
		v >>= 32, order += 32;
	if (v >> 16)
		v >>= 16, order += 16;
	if (v >> 8)
		v >>= 8, order += 8;
	if (v >> 4)
		v >>= 4, order += 4;
	if (v >> 2)
		v >>= 2, order += 2;
	order += v >> 1;
	return value < 0 ? 63 - order : 63 + order;
}
