/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Which values the buckets of lquantize and llquantize hold. Programs that fill them and the
 * consumer that prints them compute from here, so that they cannot disagree.
 *
 * Bucket 0 holds what is too small, the last bucket what is too large.
 */
#ifndef DT_ABI_BUCKETS_H
#define DT_ABI_BUCKETS_H

#include <stdbool.h>
#include <stdint.h>

/** lquantize: bucket 1 + i holds [base + i*step, base + (i+1)*step), for i below this number. */
static inline uint32_t dt_lquantize_levels(int64_t base, int64_t limit, int64_t step)
{
	return (uint64_t)(limit - base) / step;
}

/** Words of an lquantize value. */
static inline uint32_t dt_lquantize_words(int64_t base, int64_t limit, int64_t step)
{
	return dt_lquantize_levels(base, limit, step) + 2;
}

/** One order of magnitude of llquantize: `n` buckets of `width` from value `from`. */
struct dt_llq_order {
	int64_t from, to; // [factor^order, factor^(order+1)); `to` INT64_MAX if that overflows
	int64_t width;
	uint32_t first, n; // its buckets
	unsigned exponent; // the order
};

/** a * b, or INT64_MAX if that does not fit; both positive. */
static inline int64_t dt_llq_mul(int64_t a, int64_t b)
{
	int64_t r;

	return __builtin_mul_overflow(a, b, &r) ? INT64_MAX : r;
}

/**
 * Walk the orders from `low` to `high`: zero the struct before the first call. False after the
 * last; `first` is then the overflow bucket.
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

/** Words of an llquantize value. */
static inline uint32_t dt_llquantize_words(int64_t factor, unsigned low, unsigned high,
					   int64_t nsteps)
{
	struct dt_llq_order o = {0};

	while (dt_llq_next(&o, factor, low, high, nsteps))
		;
	return o.first + 1;
}

#endif
