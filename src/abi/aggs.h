/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Aggregating functions: the meaning of the words of a value. The compiler allocates the words, the
 * consumer adds up those of all CPUs and prints the result. A value is a row of 64-bit words for
 * each CPU, initially zero. Programs change the words by atomic operations only.
 *
 * To add a function: 1. write its builtin with its lowering in src/builtin/aggs.c, and its line in
 * builtins.def; 2. describe its words in aggs.c beside this file; 3. write a test
 * (docs/dev/add-a-builtin.md). Sorting, printing and every form of -O use the descriptor.
 */
#ifndef DT_ABI_AGGS_H
#define DT_ABI_AGGS_H

#include "abi/layout.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The range of values that a bucket of a histogram counts. */
enum dt_bucket_kind {
	DT_BUCKET_VALUE, // from the value up to the next bucket (quantize() of negatives: down)
	DT_BUCKET_BELOW, // all values below `value`
	DT_BUCKET_ABOVE, // `value` and all values above
};

struct dt_bucket {
	enum dt_bucket_kind kind;
	int64_t value;	   // that tables show
	int64_t low, high; // the least and the largest value that it counts
};

enum {
	DT_AGG_PARAMS = 6,
	DT_AGG_SUM_WORDS = 2, // of a histogram with a sum (struct dt_agg_desc)
};

struct dt_agg_function {
	const char *name; // in D and in structured output
	size_t n_params;  // that the program gives, of DT_AGG_PARAMS
	/** Returns the number of words, or 0 for parameters that the compiler rejects. */
	size_t (*words)(const int64_t *params);
	/** Adds: to += from. `n` counts all words, including the mark (struct dt_agg_desc). */
	void (*add)(uint64_t *to, const uint64_t *from, size_t n);
	/** Subtracts: to -= from, where `from` was added before. NULL for min() and max(), which
	 *  cannot be subtracted. */
	void (*subtract)(uint64_t *to, const uint64_t *from, size_t n);
	/** Returns the number to print, divided by `normal` (never 0). NULL for a histogram. */
	int64_t (*number)(const uint64_t *words, int64_t normal);
	/** Writes the words of this number. NULL if it takes more than the number. */
	void (*set)(uint64_t *words, int64_t number);
	/** Reports whether there is no number, since no value was aggregated. NULL: there always is
	 *  one. */
	bool (*is_empty)(const uint64_t *words);
	/** Numbers of words, from 1; 0: the function has no such word. */
	struct {
		uint8_t count, sum;
		uint8_t squares; // the low word; the high one follows
	} at;
	/** Writes the range of each of the `n` words of a histogram. NULL for a number. */
	void (*buckets)(const int64_t *params, size_t n, struct dt_bucket *ret);
	bool is_share; // the numbers of all keys add up to a whole, so -x agghist can draw shares
	/** A histogram that is shown as a summary (abi/summary.h) instead of its buckets.
	 *  normalize() divides the values, not the counts. */
	bool is_summarized;
};

/** Returns the function with this name in D, or NULL. */
const struct dt_agg_function *dt_agg_function(const char *name);

/** Returns v divided by `normal` (never 0), as normalize() prints it. Never traps. */
static inline int64_t dt_normalized(int64_t v, int64_t normal)
{
	return normal == -1 ? (int64_t)(0 - (uint64_t)v) : v / normal;
}

#endif
