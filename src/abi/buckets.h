/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The ranges of the buckets of lquantize and llquantize. Generated programs and the consumer both
 * compute the ranges with these functions, so they always agree.
 *
 * Bucket 0 counts values below the range, the last bucket counts values above it.
 */
#ifndef DT_ABI_BUCKETS_H
#define DT_ABI_BUCKETS_H

#include <stdbool.h>
#include <stdint.h>

/** Returns the number of steps of lquantize: bucket 1 + i counts values in
 *  [base + i*step, base + (i+1)*step) for each i below this number. */
static inline uint32_t dt_lquantize_levels(int64_t base, int64_t limit, int64_t step)
{
	return (uint64_t)(limit - base) / step;
}

/** Returns the number of words of an lquantize value. */
static inline uint32_t dt_lquantize_words(int64_t base, int64_t limit, int64_t step)
{
	return dt_lquantize_levels(base, limit, step) + 2;
}

/** One order of magnitude of llquantize: `n` buckets, each `width` wide, beginning at `from`. */
struct dt_llq_order {
	int64_t from, to; // [factor^order, factor^(order+1)); `to` INT64_MAX if that overflows
	int64_t width;
	uint32_t first, n; // index of its first bucket, and their number
	unsigned exponent; // order
};

/** Returns a * b, or INT64_MAX on overflow. Both must be positive. */
static inline int64_t dt_llq_mul(int64_t a, int64_t b)
{
	int64_t r;

	return __builtin_mul_overflow(a, b, &r) ? INT64_MAX : r;
}

/**
 * Advances to the next order from `low` to `high`. The caller zeroes the struct before the first
 * call. Returns false after the last order; `first` is then the index of the overflow bucket.
 */
static inline bool dt_llq_next(struct dt_llq_order *o, int64_t factor, unsigned low, unsigned high,
			       int64_t nsteps)
{
	if (!o->to) {
		o->from = 1;
		for (o->exponent = 0; o->exponent < low; o->exponent++)
			o->from = dt_llq_mul(o->from, factor);
		o->first = 1;
	} else {
		o->from = o->to;
		o->first += o->n;
		o->exponent++;
	}
	o->n = 0;
	if (o->exponent > high || o->from == INT64_MAX)
		return false;
	o->to = dt_llq_mul(o->from, factor);
	o->width = o->to > nsteps ? o->to / nsteps : 1;
	o->n = (o->to - o->from + o->width - 1) / o->width;
	return true;
}

/** Returns the number of words of an llquantize value. */
static inline uint32_t dt_llquantize_words(int64_t factor, unsigned low, unsigned high,
					   int64_t nsteps)
{
	struct dt_llq_order o = {0};

	while (dt_llq_next(&o, factor, low, high, nsteps))
		;
	return o.first + 1;
}

#endif
