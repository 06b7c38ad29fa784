/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Operations of aggregating functions beyond an atomic addition: a bounded compare-and-swap for min
 * and max, the 128-bit sum of squares for stddev, the buckets for quantize and percentile.
 *
 * The words belong to the current CPU, but a nested firing on that CPU may change them between any
 * two instructions. Every function is exact nevertheless.
 *
 * Decision: docs/dev/decisions/0083-percentiles-in-fixed-buckets.md
 */
#include "runtime.h"

struct dt_agg_cell {
	u64 v;
};

struct dt_agg_moments {
	u64 count, sum, squares_low, squares_high;
};

/**
 * Raises the word to at least `v`. Returns 1 on success, or 0 if eight nested firings in a row
 * interfered, which the caller counts as a drop.
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

/** Counts the value, adds it, and adds its square. */
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

/** Returns the bucket of a value: 63 for 0, 63 + i for [2^(i-1), 2^i), 63 - i for the negatives. */
u64 dt_quantize_bucket(s64 value)
{
	u64 v = value < 0 ? -(u64)value : (u64)value, order = 1;

	if (!value)
		return 63;
	// -2^63 counts in the bucket of -2^62, which is the last one.
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

/** Returns the bucket of a value: 0 for the negatives, 1 + v below 16; then 16 for each power of
 *  two, by the four bits below the highest one; then the last one. */
u64 dt_percentile_bucket(s64 value)
{
	u64 v = value, high = v >> DT_PERCENTILE_BITS, shift = 0;

	if (value < 0)
		return 0;
	if (v >> DT_PERCENTILE_TOP)
		return DT_PERCENTILE_BUCKETS - 1;
	if (high >> 32)
		high >>= 32, shift += 32;
	if (high >> 16)
		high >>= 16, shift += 16;
	if (high >> 8)
		high >>= 8, shift += 8;
	if (high >> 4)
		high >>= 4, shift += 4;
	if (high >> 2)
		high >>= 2, shift += 2;
	shift += high >> 1;
	// v >> shift is below 32, and at least 16 unless v is smaller.
	return 1 + (shift << DT_PERCENTILE_BITS) + (v >> shift);
}
