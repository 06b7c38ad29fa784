/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Aggregations on the consumer's side.
 *
 * A snapshot reads an aggregation's map, adds up the CPUs, and merges keys that look the same in
 * the output: they differ only in the probe id behind an equal probefunc, or in bytes behind a
 * string's end. clear() and trunc() write as little to the kernel as possible: they keep the values
 * of the snapshot as a base, which later snapshots subtract. Thus no update between reading and
 * clearing is lost.
 */
#ifndef DT_CONSUME_AGG_AGG_H
#define DT_CONSUME_AGG_AGG_H

#include "abi/aggs.h"
#include "abi/summary.h"
#include "base/vec.h"
#include "consume/agg/elems.h"
#include "consume/agg/histogram.h"
#include "consume/value/names.h"

struct dt_printf;

struct dt_agg {
	const struct dt_agg_desc *desc;
	const struct dt_agg_function *func; // of desc
	struct dt_histogram histogram;	    // of histogram functions
	struct dt_elems elems;
	size_t n_words;
	bool is_exact;	 // every byte of a key is shown, so keys need no merging
	uint64_t *zeros; // a value without data
	int64_t normal;	 // never 0
	uint64_t taken;	 // time of the snapshot
	unsigned passes; // left until the kernel has freed the keys that trunc() removed
	bool is_taken;	 // dt_agg_snapshot_take() was called, so elements wait for the next call
	uint64_t looked; // time when dt_agg_expire() looked for idle keys
	bool printed;	 // by a printa(), so not again at the end
	bool lost_by_trunc, lost_by_clear; // values that even totals no longer have
};

struct dt_aggs {
	const struct dt_consume_config *config;
	struct dt_names *names;
	struct dt_agg *v; // index as in dt_program_desc.aggs
	size_t n;
	uint8_t *key; // scratch of the largest key
};

/** Fails if a description contradicts itself. */
struct dt_error *dt_aggs_init(struct dt_aggs *a, const struct dt_consume_config *config,
			      struct dt_names *names) dt_must_use;
void dt_aggs_deinit(struct dt_aggs *a);

/** Reads the map, unless it was already read after `time` (of bpf_ktime_get_ns()). */
struct dt_error *dt_agg_read(struct dt_aggs *a, struct dt_agg *g, uint64_t time) dt_must_use;
/** Take a snapshot in parts: begin; merge each raw key with its values by CPU, `stride` bytes
 *  apart; end. */
void dt_agg_begin(struct dt_agg *g);
void dt_agg_merge(struct dt_aggs *a, struct dt_agg *g, const uint8_t *raw_key,
		  const uint8_t *values, unsigned n_cpus, size_t stride);
void dt_agg_end(struct dt_agg *g);
/** Subtracts a value that the kernel is about to forget from the element's base, which the totals
 *  lose with it. */
void dt_agg_forget(struct dt_agg *g, struct dt_agg_elem *e, const uint64_t *words);
/** Removes the elements that trunc() has removed from the kernel, if all of their words were taken.
 */
void dt_agg_drop_taken(struct dt_agg *g);
/** Marks the element as having data, perhaps only zeros, so that it is printed. */
void dt_agg_show(struct dt_agg_elem *e);
/** Returns the element of a raw key, or NULL. */
struct dt_agg_elem *dt_agg_find(struct dt_aggs *a, struct dt_agg *g, const uint8_t *raw_key);
/** Returns the element of a raw key; creates it if there is none. */
struct dt_agg_elem *dt_agg_add(struct dt_aggs *a, struct dt_agg *g, const uint8_t *raw_key);

/** Sets values to zero and keeps the keys. */
struct dt_error *dt_agg_clear(struct dt_aggs *a, struct dt_agg *g) dt_must_use;
/** Removes all keys but the `keep` with the largest values, or the smallest if `keep` is negative.
 */
struct dt_error *dt_agg_trunc(struct dt_aggs *a, struct dt_agg *g, int64_t keep) dt_must_use;

/** Removes keys from the kernel that have not changed for `idle` ns of calls of
 *  dt_agg_snapshot_take(). Output is the same as before. Adds their number to *n. min() and max()
 * keep theirs. 0: none. */
struct dt_error *dt_agg_expire(struct dt_aggs *a, struct dt_agg *g, uint64_t idle,
			       size_t *n) dt_must_use;

/** Frees the removed keys of aggregations that were not read for a second. */
struct dt_error *dt_aggs_sweep(struct dt_aggs *a) dt_must_use;
/** Returns the time of the next sweep, or UINT64_MAX. */
uint64_t dt_aggs_sweep_due(const struct dt_aggs *a);

/** Returns the number that a function other than a histogram shows. elem NULL: no data. */
int64_t dt_agg_number(const struct dt_agg *g, const struct dt_agg_elem *e, int64_t normal);
/** Writes all numbers that the function shows, divided by g->normal, and returns how many: one, a
 *  summary, or none if it shows buckets. */
size_t dt_agg_numbers(const struct dt_agg *g, const struct dt_agg_elem *e,
		      int64_t ret[DT_SUMMARY_NUMBERS]);
/** Returns the words of an element, or zeros if it is NULL. */
const uint64_t *dt_agg_words(const struct dt_agg *g, const struct dt_agg_elem *e);

/** A line of output: a key, and its element in each aggregation (NULL: none). */
struct dt_agg_row {
	const uint8_t *key;
	struct dt_agg_elem **elems;
	/** Ranks by the first and the second criterion, of which a value has two; ties are compared
	 * in full. */
	uint64_t rank[3];
};

/** The aggregations of a printa(), joined by their keys. */
struct dt_agg_table {
	struct dt_agg *const *aggs;
	size_t n_aggs;
	struct dt_names *names;
	dt_vec(struct dt_agg_row) rows;
	struct dt_agg_elem **cells;
};

/** Order of rows. All zero: by value, then key, ascending. */
struct dt_agg_order {
	bool by_key, reverse;
	size_t first_agg, first_key;
};
/** Returns the order that the options aggsort… ask for. */
struct dt_agg_order dt_agg_order_of(const struct dt_options *options, size_t n_aggs);
/** Joins the aggregations and sorts the rows (sort.c). `aggs` is borrowed for the table's life. */
void dt_agg_table_init(struct dt_agg_table *t, struct dt_agg *const *aggs, size_t n_aggs,
		       struct dt_names *names, const struct dt_agg_order *order);
/** The same, but does not sort completely: the first `first` rows of the order come before all
 *  others, each part in any order. */
void dt_agg_table_init_divided(struct dt_agg_table *t, struct dt_agg *const *aggs, size_t n_aggs,
			       struct dt_names *names, const struct dt_agg_order *order,
			       size_t first);
void dt_agg_table_deinit(struct dt_agg_table *t);

/** Merges the map into the snapshot (read/map.c). */
struct dt_error *dt_agg_map_read(struct dt_aggs *a, struct dt_agg *g) dt_must_use;
/** Sets the kernel's words of all elements, or of the doomed ones, to zero. */
struct dt_error *dt_agg_map_zero(struct dt_aggs *a, struct dt_agg *g, bool doomed) dt_must_use;
/** Deletes the keys of all doomed elements from the kernel. Subtracts their last values from their
 *  bases, so that updates after the snapshot still count. */
struct dt_error *dt_agg_map_delete(struct dt_aggs *a, struct dt_agg *g) dt_must_use;

#endif
