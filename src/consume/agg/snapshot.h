/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A copy of an aggregation for export. It owns all its data, and later printing, clearing and
 * truncating do not change it. Taking one has no effect on the aggregation or on the output.
 */
#ifndef DT_CONSUME_AGG_SNAPSHOT_H
#define DT_CONSUME_AGG_SNAPSHOT_H

#include "abi/aggs.h"

struct dt_agg;
struct dt_aggs;

/** Part of a key. Integers are numbers; other values are text as printa() shows it, a stack with a
 *  line for each frame. */
struct dt_snapshot_key {
	bool is_number, is_signed;
	int64_t number;
	const char *text; // also set for numbers
};

struct dt_snapshot_row {
	const struct dt_snapshot_key *keys; // n_keys
	int64_t number;			    // of a function that shows one
	const int64_t *counts;		    // of a histogram: n_buckets
};

struct dt_agg_snapshot {
	struct dt_arena *arena; // owns everything
	const char *name;	// without '@'; "_" for the anonymous one
	const char *function;	// "count", …
	int64_t normal;		// divisor of normalize(); numbers and counts are not yet divided
	uint64_t time;		// of reading it, by bpf_ktime_get_ns()
	size_t n_keys, n_buckets, n_rows;
	const struct dt_bucket *buckets; // NULL: not a histogram
	const struct dt_snapshot_row *rows;
};

/**
 * Copies the aggregation in the order of printa(). `is_total`: includes the values that clear() and
 * trunc() hide, as counters that only grow, in no order. The kernel keeps no totals of cleared
 * extremes and of keys that two calls of trunc() found idle. The caller has just called
 * dt_agg_read().
 */
struct dt_agg_snapshot *dt_agg_snapshot_create(struct dt_aggs *a, struct dt_agg *g, bool is_total);
void dt_agg_snapshot_destroy(struct dt_agg_snapshot *s);

#endif
