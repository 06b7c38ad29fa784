/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Aggregations as the consumer sees them.
 *
 * A snapshot reads an aggregation's map, adds the CPUs up, and merges keys that differ only in what
 * is not shown (the probe id behind an equal probefunc, bytes behind a string's end). clear() and
 * trunc() write as little to the kernel as possible: what was seen is remembered as a base that is
 * subtracted from then on, so that no update is lost between reading and clearing.
 */
#ifndef DT_CONSUME_AGG_AGG_H
#define DT_CONSUME_AGG_AGG_H

#include "abi/aggs.h"
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
	bool is_exact;	 // keys are shown as they are, byte by byte
	uint64_t *zeros; // a value without data
	int64_t normal;	 // never 0
	uint64_t taken;	 // time of the snapshot
	unsigned passes; // until what trunc() has removed leaves no trace in the kernel
	bool printed;	 // by some printa(): not at the end
};

struct dt_aggs {
	const struct dt_consume_config *config;
	struct dt_names *names;
	struct dt_agg *v; // index as in dt_program_desc.aggs
	size_t n;
	uint8_t *key; // scratch of the largest key
};

/** Error: a description that contradicts itself. */
struct dt_error *dt_aggs_init(struct dt_aggs *a, const struct dt_consume_config *config,
			      struct dt_names *names) dt_must_use;
void dt_aggs_deinit(struct dt_aggs *a);

/** Read the map, unless it was already read after `time` (of bpf_ktime_get_ns()). */
struct dt_error *dt_agg_read(struct dt_aggs *a, struct dt_agg *g, uint64_t time) dt_must_use;
/** Parts of a snapshot: begin, each raw key with its values by CPU, `stride` bytes apart, end. */
void dt_agg_begin(struct dt_agg *g);
void dt_agg_merge(struct dt_aggs *a, struct dt_agg *g, const uint8_t *raw_key,
		  const uint8_t *values, unsigned n_cpus, size_t stride);
void dt_agg_end(struct dt_agg *g);
/** There was data, though perhaps nothing but zeros: it is to be printed. */
void dt_agg_show(struct dt_agg_elem *e);
/** The element of a raw key, or NULL. */
struct dt_agg_elem *dt_agg_find(struct dt_aggs *a, struct dt_agg *g, const uint8_t *raw_key);
/** The same, made if there is none. */
struct dt_agg_elem *dt_agg_add(struct dt_aggs *a, struct dt_agg *g, const uint8_t *raw_key);

/** Set values to zero, keep the keys. */
struct dt_error *dt_agg_clear(struct dt_aggs *a, struct dt_agg *g) dt_must_use;
/** Remove keys: all but the `keep` largest (smallest if negative). */
struct dt_error *dt_agg_trunc(struct dt_aggs *a, struct dt_agg *g, int64_t keep) dt_must_use;

/** Give the room of removed keys back, of aggregations that nobody has asked for in a second. */
struct dt_error *dt_aggs_sweep(struct dt_aggs *a) dt_must_use;

/** The number that a function other than a histogram shows; elem NULL: of no data. */
int64_t dt_agg_number(const struct dt_agg *g, const struct dt_agg_elem *e, int64_t normal);
/** Words of an element, zeros if NULL. */
const uint64_t *dt_agg_words(const struct dt_agg *g, const struct dt_agg_elem *e);

/** One line of output: a key, and the element of each of the aggregations (NULL: none). */
struct dt_agg_row {
	const uint8_t *key;
	struct dt_agg_elem **elems;
	uint64_t rank[2]; // of what decides first, and of what does next; equal ones are compared
};

/** The aggregations of one printa(), joined by their keys. */
struct dt_agg_table {
	struct dt_agg *const *aggs;
	size_t n_aggs;
	struct dt_names *names;
	dt_vec(struct dt_agg_row) rows;
	struct dt_agg_elem **cells;
};

/** By value, then key, ascending; no options. */
struct dt_agg_order {
	bool by_key, reverse;
	size_t first_agg, first_key;
};
/** Join and sort; `aggs` stays the caller's and must outlive the table (sort.c). */
void dt_agg_table_init(struct dt_agg_table *t, struct dt_agg *const *aggs, size_t n_aggs,
		       struct dt_names *names, const struct dt_agg_order *order);
/** The same, but only divided: the `first` rows that would come first stand before all others. */
void dt_agg_table_init_divided(struct dt_agg_table *t, struct dt_agg *const *aggs, size_t n_aggs,
			       struct dt_names *names, const struct dt_agg_order *order,
			       size_t first);
void dt_agg_table_deinit(struct dt_agg_table *t);

/** Reading and writing the maps (read/map.c). */
struct dt_error *dt_agg_map_read(struct dt_aggs *a, struct dt_agg *g) dt_must_use;
/** Set the kernel's words of all elements, or of the doomed ones, to zero. */
struct dt_error *dt_agg_map_zero(struct dt_aggs *a, struct dt_agg *g, bool doomed) dt_must_use;
/** Delete the keys of all doomed elements; what they hold by now is subtracted from their base,
 *  which thus stands for what came after the snapshot. */
struct dt_error *dt_agg_map_delete(struct dt_aggs *a, struct dt_agg *g) dt_must_use;

#endif
