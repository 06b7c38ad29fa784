/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Ranks of values in the buckets of histograms.
 *
 * Decision: docs/dev/decisions/0083-percentiles-in-fixed-buckets.md
 */
#include "abi/summary.h"

typedef __int128 i128;

enum { MILLION = 1000000 };

const char *const dt_summary_names[DT_SUMMARY_NUMBERS] = {
    [DT_SUMMARY_COUNT] = "count", [DT_SUMMARY_P50] = "p50",    [DT_SUMMARY_P90] = "p90",
    [DT_SUMMARY_P99] = "p99",	  [DT_SUMMARY_P999] = "p99.9", [DT_SUMMARY_MAX] = "max",
};

/** In millionths. */
static const uint32_t shares[DT_SUMMARY_NUMBERS] = {
    [DT_SUMMARY_P50] = 500000,
    [DT_SUMMARY_P90] = 900000,
    [DT_SUMMARY_P99] = 990000,
    [DT_SUMMARY_P999] = 999000,
};

/** Returns the number of values, which may exceed 64 bits. */
static i128 add_counts(const int64_t *counts, size_t n)
{
	i128 total = 0;

	for (size_t i = 0; i < n; i++)
		total += counts[i];
	return total;
}

int64_t dt_count_values(const int64_t *counts, size_t n)
{
	i128 total = add_counts(counts, n);

	return total > INT64_MAX ? INT64_MAX : total < INT64_MIN ? INT64_MIN : (int64_t)total;
}

static int64_t middle_of(const struct dt_bucket *buckets, size_t n, size_t i)
{
	const struct dt_bucket *b = &buckets[i];

	return !i ? b->high : i + 1 == n ? b->low : b->low + (b->high - b->low) / 2;
}

/** Returns the bucket of the value of the share's rank. `total`, the number of values, is positive.
 */
static size_t find_bucket(const int64_t *counts, size_t n, i128 total, uint32_t share)
{
	i128 rank = (total * share + MILLION - 1) / MILLION, below = 0;
	size_t i = 0;

	if (rank < 1)
		rank = 1;
	for (; i + 1 < n; i++) {
		below += counts[i];
		if (below >= rank)
			break;
	}
	return i;
}

bool dt_percentile(const struct dt_bucket *buckets, const int64_t *counts, size_t n, uint32_t share,
		   int64_t *ret)
{
	i128 total = add_counts(counts, n);

	if (total <= 0)
		return false;
	*ret = middle_of(buckets, n, find_bucket(counts, n, total, share));
	return true;
}

void dt_summarize(const struct dt_bucket *buckets, const int64_t *counts, size_t n, int64_t normal,
		  int64_t ret[DT_SUMMARY_NUMBERS])
{
	i128 total = add_counts(counts, n);

	for (size_t i = 0; i < DT_SUMMARY_NUMBERS; i++)
		ret[i] = shares[i] && total > 0
			     ? middle_of(buckets, n, find_bucket(counts, n, total, shares[i]))
			     : 0;
	for (size_t i = n; i--;) {
		if (counts[i] <= 0)
			continue;
		ret[DT_SUMMARY_MAX] = i + 1 == n ? buckets[i].low : buckets[i].high;
		break;
	}
	for (size_t i = 0; i < DT_SUMMARY_NUMBERS; i++)
		ret[i] = dt_normalized(ret[i], normal);
	ret[DT_SUMMARY_COUNT] = dt_count_values(counts, n);
}
