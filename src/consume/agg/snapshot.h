/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * An aggregation at one moment, for export: a copy that owns all it names, and that later printing,
 * clearing and truncating leave as it is. Taking one has no effect on the aggregation, on what
 * printa() shows, or on what is printed at the end.
 */
#ifndef DT_CONSUME_AGG_SNAPSHOT_H
#define DT_CONSUME_AGG_SNAPSHOT_H

#include "abi/aggs.h"

struct dt_agg;
struct dt_aggs;

/** One part of a key. Integers are numbers; all else is text as printa() shows it, a stack with a
 *  line for each frame. */
struct dt_snapshot_key {
	bool is_number, is_signed;
	int64_t number;
	const char *text; // of a number too
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
	int64_t normal;		// what normalize() divides by; numbers and counts are not divided
	uint64_t time;		// when it was read, as bpf_ktime_get_ns() tells it
	size_t n_keys, n_buckets, n_rows;
	const struct dt_bucket *buckets; // NULL: not a histogram
	const struct dt_snapshot_row *rows;
};

/**
 * As printa() would show it, in that order; or (`is_total`) with what clear() and trunc() hide, as
 * a counter that only grows, in no order. The kernel keeps no totals of extremes that were cleared
 * and of keys that two trunc() found idle. Just read by dt_agg_read().
 */
struct dt_agg_snapshot *dt_agg_snapshot_create(struct dt_aggs *a, struct dt_agg *g, bool is_total);
void dt_agg_snapshot_destroy(struct dt_agg_snapshot *s);

#endif
