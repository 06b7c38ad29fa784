/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The words of each function:
 *
 *	count, sum   the value
 *	avg          count, sum
 *	min          ~(v ^ sign bit), a mark
 *	max          v ^ sign bit, a mark
 *	stddev       count, sum, sum of squares in 128 bits, the low word first
 *	quantize …   a count for each bucket, the lowest first; all other histograms, too
 *
 * The first words of min and max only grow. A value whose first word is 0 sets the mark, which
 * distinguishes it from no value.
 *
 * Sums wrap around: the consumer may subtract more than the words hold (consume/agg/clear.c).
 */
#include "abi/aggs.h"

#include "abi/buckets.h"
#include "base/mem.h"

#include <string.h>

typedef unsigned __int128 u128;

static const uint64_t sign_bit = UINT64_C(1) << 63;

static size_t one_word(const int64_t *params)
{
	return 1;
}

static size_t two_words(const int64_t *params)
{
	return 2;
}

static size_t four_words(const int64_t *params)
{
	return 4;
}

static void add_words(uint64_t *to, const uint64_t *from, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] += from[i];
}

static void subtract_words(uint64_t *to, const uint64_t *from, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] -= from[i];
}

static int64_t first_number(const uint64_t *w, int64_t normal)
{
	return dt_normalized((int64_t)w[0], normal);
}

static void set_first(uint64_t *w, int64_t number)
{
	w[0] = (uint64_t)number;
}

static bool has_no_count(const uint64_t *w)
{
	return !w[0];
}

static int64_t avg_number(const uint64_t *w, int64_t normal)
{
	return w[0] ? dt_normalized(dt_normalized((int64_t)w[1], (int64_t)w[0]), normal) : 0;
}

// ---- extremes

static void keep_larger(uint64_t *to, const uint64_t *from, size_t n)
{
	if (from[0] > to[0])
		to[0] = from[0];
	to[1] |= from[1];
}

static bool has_no_extreme(const uint64_t *w)
{
	return !(w[0] | w[1]);
}

static int64_t min_number(const uint64_t *w, int64_t normal)
{
	return has_no_extreme(w) ? 0 : dt_normalized((int64_t)(~w[0] ^ sign_bit), normal);
}

static void set_min(uint64_t *w, int64_t number)
{
	w[0] = ~((uint64_t)number ^ sign_bit);
	w[1] = 1;
}

static void set_max(uint64_t *w, int64_t number)
{
	w[0] = (uint64_t)number ^ sign_bit;
	w[1] = 1;
}

static int64_t max_number(const uint64_t *w, int64_t normal)
{
	return has_no_extreme(w) ? 0 : dt_normalized((int64_t)(w[0] ^ sign_bit), normal);
}

// ---- stddev

static u128 wide_sum(const uint64_t *words)
{
	return (u128)words[1] << 64 | words[0];
}

static void set_wide(uint64_t *words, u128 v)
{
	words[0] = (uint64_t)v;
	words[1] = (uint64_t)(v >> 64);
}

static void stddev_add(uint64_t *to, const uint64_t *from, size_t n)
{
	add_words(to, from, 2);
	set_wide(to + 2, wide_sum(to + 2) + wide_sum(from + 2));
}

static void stddev_subtract(uint64_t *to, const uint64_t *from, size_t n)
{
	subtract_words(to, from, 2);
	set_wide(to + 2, wide_sum(to + 2) - wide_sum(from + 2));
}

/** Integer square root, a bit at a time. */
static uint64_t square_root(u128 v)
{
	u128 root = 0, bit = (u128)1 << 126;

	while (bit > v)
		bit >>= 2;
	for (; bit; bit >>= 2) {
		if (v >= root + bit) {
			v -= root + bit;
			root = (root >> 1) + bit;
		} else {
			root >>= 1;
		}
	}
	return (uint64_t)root;
}

/** sqrt(average of squares - square of average), everything rounded down; normal² divides the
 *  squares. */
static int64_t stddev_number(const uint64_t *w, int64_t normal)
{
	uint64_t divisor = normal < 0 ? 0 - (uint64_t)normal : (uint64_t)normal;

	if (!w[0])
		return 0;
	u128 squares = wide_sum(w + 2) / divisor / divisor / w[0];
	int64_t sum = dt_normalized((int64_t)w[1], normal);
	uint64_t mean = (sum < 0 ? 0 - (uint64_t)sum : (uint64_t)sum) / w[0];
	u128 square = (u128)mean * mean;
	return squares > square ? (int64_t)square_root(squares - square) : 0;
}

// ---- histograms

/** Sets the bounds of all buckets. The first `n_down` ones end at their values, the others begin
 *  there. */
static void set_bounds(size_t n, size_t n_down, struct dt_bucket *ret)
{
	for (size_t i = 0; i < n; i++) {
		struct dt_bucket *b = &ret[i];

		b->low = !i ? INT64_MIN : i < n_down ? ret[i - 1].value + 1 : b->value;
		b->high = i < n_down ? b->value : i + 1 < n ? ret[i + 1].value - 1 : INT64_MAX;
	}
}

static size_t quantize_words(const int64_t *params)
{
	return DT_QUANTIZE_BUCKETS;
}

static void quantize_buckets(const int64_t *params, size_t n, struct dt_bucket *ret)
{
	for (int i = 0; i < DT_QUANTIZE_BUCKETS; i++) {
		int power = i - DT_QUANTIZE_ZERO;

		ret[i].value = power < 0   ? -(INT64_C(1) << (-power - 1))
			       : power > 0 ? INT64_C(1) << (power - 1)
					   : 0;
	}
	set_bounds(n, DT_QUANTIZE_ZERO, ret);
}

/** Completes buckets that ascend from `first` to `last`, with one for each side. */
static void open_ends(size_t n, int64_t first, int64_t last, struct dt_bucket *ret)
{
	ret[0] = (struct dt_bucket){.kind = DT_BUCKET_BELOW, .value = first};
	ret[n - 1] = (struct dt_bucket){.kind = DT_BUCKET_ABOVE, .value = last};
	set_bounds(n, 0, ret);
}

static size_t lquantize_words(const int64_t *params)
{
	int64_t base = params[0], limit = params[1], step = params[2];

	if (step <= 0 || limit <= base || limit > INT32_MAX || base < INT32_MIN ||
	    (limit - base) / step > INT32_MAX)
		return 0;
	return dt_lquantize_words(base, limit, step);
}

static void lquantize_buckets(const int64_t *params, size_t n, struct dt_bucket *ret)
{
	int64_t base = params[0], step = params[2];

	for (size_t i = 1; i + 1 < n; i++)
		ret[i].value = base + (int64_t)(i - 1) * step;
	open_ends(n, base, base + (int64_t)(n - 2) * step, ret);
}

static size_t llquantize_words(const int64_t *params)
{
	int64_t factor = params[0], low = params[1], high = params[2], steps = params[3], top = 1;

	if (factor < 2 || low < 0 || high < low || high > 64 || steps < 1 || steps > UINT16_MAX)
		return 0;
	for (int64_t i = 0; i <= high; i++)
		if (__builtin_mul_overflow(top, factor, &top))
			return 0;
	return dt_llquantize_words(factor, (unsigned)low, (unsigned)high, steps);
}

static void llquantize_buckets(const int64_t *params, size_t n, struct dt_bucket *ret)
{
	struct dt_llq_order o = {0};
	int64_t bottom = 0;

	while (dt_llq_next(&o, params[0], (unsigned)params[1], (unsigned)params[2], params[3])) {
		if (o.first == 1)
			bottom = o.from;
		for (uint32_t i = 0; i < o.n; i++)
			ret[o.first + i].value = o.from + i * o.width;
	}
	open_ends(n, bottom, o.from, ret);
}

static size_t percentile_words(const int64_t *params)
{
	return DT_PERCENTILE_BUCKETS;
}

static void percentile_buckets(const int64_t *params, size_t n, struct dt_bucket *ret)
{
	const int64_t steps = INT64_C(1) << DT_PERCENTILE_BITS;
	int64_t value = 0, width = 1;

	for (size_t i = 1; i + 1 < n; i++, value += width) {
		if (value == 2 * steps * width)
			width *= 2;
		ret[i].value = value;
	}
	open_ends(n, 0, value, ret);
}

static const struct dt_agg_function functions[] = {
    {
	.name = "count",
	.words = one_word,
	.add = add_words,
	.subtract = subtract_words,
	.number = first_number,
	.set = set_first,
	.is_share = true,
	.at.count = 1,
    },
    {
	.name = "sum",
	.words = one_word,
	.add = add_words,
	.subtract = subtract_words,
	.number = first_number,
	.set = set_first,
	.is_share = true,
	.at.sum = 1,
    },
    {
	.name = "avg",
	.words = two_words,
	.add = add_words,
	.subtract = subtract_words,
	.number = avg_number,
	.is_empty = has_no_count,
	.at = {.count = 1, .sum = 2},
    },
    {
	.name = "min",
	.words = two_words,
	.add = keep_larger,
	.number = min_number,
	.set = set_min,
	.is_empty = has_no_extreme,
    },
    {
	.name = "max",
	.words = two_words,
	.add = keep_larger,
	.number = max_number,
	.set = set_max,
	.is_empty = has_no_extreme,
    },
    {
	.name = "stddev",
	.words = four_words,
	.add = stddev_add,
	.subtract = stddev_subtract,
	.number = stddev_number,
	.is_empty = has_no_count,
	.at = {.count = 1, .sum = 2, .squares = 3},
    },
    {
	.name = "quantize",
	.words = quantize_words,
	.add = add_words,
	.subtract = subtract_words,
	.buckets = quantize_buckets,
    },
    {
	.name = "lquantize",
	.n_params = 3,
	.words = lquantize_words,
	.add = add_words,
	.subtract = subtract_words,
	.buckets = lquantize_buckets,
    },
    {
	.name = "llquantize",
	.n_params = 4,
	.words = llquantize_words,
	.add = add_words,
	.subtract = subtract_words,
	.buckets = llquantize_buckets,
    },
    {
	.name = "percentile",
	.words = percentile_words,
	.add = add_words,
	.subtract = subtract_words,
	.buckets = percentile_buckets,
	.is_summarized = true,
    },
};

const struct dt_agg_function *dt_agg_function(const char *name)
{
	for (size_t i = 0; i < dt_array_len(functions); i++)
		if (!strcmp(functions[i].name, name))
			return &functions[i];
	return NULL;
}
