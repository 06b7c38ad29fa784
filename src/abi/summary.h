/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Percentiles of histograms. A percentile is the value with a certain rank, the smallest value
 * having rank 1. Its estimate is the middle of the bucket of that value. The first and the last
 * bucket stand for their bounds, since they have no middle.
 *
 * So the error is half a bucket: 1/32 of the value in percentile().
 */
#ifndef DT_ABI_SUMMARY_H
#define DT_ABI_SUMMARY_H

#include "abi/aggs.h"

/** The numbers that percentile() shows. */
enum dt_summary {
	DT_SUMMARY_COUNT, // number of values
	DT_SUMMARY_P50,
	DT_SUMMARY_P90,
	DT_SUMMARY_P99,
	DT_SUMMARY_P999,
	DT_SUMMARY_MAX, // upper edge of the highest bucket with a count
	DT_SUMMARY_NUMBERS,
};

/** Their names: "count", "p50" … */
extern const char *const dt_summary_names[DT_SUMMARY_NUMBERS];

/** Returns the number of values in all buckets, or the nearest number of 64 bits. */
int64_t dt_count_values(const int64_t *counts, size_t n);

/** Estimates the value of rank ⌈share × number of values / 10^6⌉. `share` is in millionths: 999000
 *  for p99.9. Returns false if there are no values, or negative counts outweigh the others. */
bool dt_percentile(const struct dt_bucket *buckets, const int64_t *counts, size_t n, uint32_t share,
		   int64_t *ret);

/** Writes all numbers of the summary. The values are divided by `normal` (never 0). Without values,
 *  percentiles and maximum are 0. */
void dt_summarize(const struct dt_bucket *buckets, const int64_t *counts, size_t n, int64_t normal,
		  int64_t ret[DT_SUMMARY_NUMBERS]);

#endif
