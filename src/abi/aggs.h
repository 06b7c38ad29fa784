/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Aggregating functions: what the words of a value mean, for the compiler that makes room for them
 * and for the consumer that adds the CPUs up and shows the result. A value is a row of 64-bit words
 * per CPU, all zero at first; programs change them by atomic operations only.
 *
 * To add a function: 1. its builtin with its lowering in src/builtin/aggs.c, and the line in
 * builtins.def; 2. its words: a descriptor in aggs.c beside this file; 3. a test
 * (docs/dev/add-a-builtin.md). Sorting, printing and every form of -O follow from the descriptor.
 */
#ifndef DT_ABI_AGGS_H
#define DT_ABI_AGGS_H

#include "abi/layout.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What a bucket of a histogram holds. */
enum dt_bucket_kind {
	DT_BUCKET_VALUE, // from the value up to the next bucket (quantize() of negatives: down)
	DT_BUCKET_BELOW, // everything below it
	DT_BUCKET_ABOVE, // it and everything above
};

struct dt_bucket {
	enum dt_bucket_kind kind;
	int64_t value;
};

enum { DT_AGG_PARAMS = 6 };

struct dt_agg_function {
	const char *name; // in D and in structured output
	/** Number of words; 0: parameters that the compiler does not let pass. */
	size_t (*words)(const int64_t *params);
	/** to += from; `n` words, the mark (struct dt_agg_desc) among them. */
	void (*add)(uint64_t *to, const uint64_t *from, size_t n);
	/** to -= from, which was a part of it; NULL: an extreme, of which nothing can be taken. */
	void (*subtract)(uint64_t *to, const uint64_t *from, size_t n);
	/** The number to show, divided by `normal` (never 0); NULL: a histogram. */
	int64_t (*number)(const uint64_t *words, int64_t normal);
	/** What each word of a histogram counts; NULL: a number. */
	void (*buckets)(const int64_t *params, size_t n, struct dt_bucket *ret);
	bool is_share; // the numbers of all keys make a whole, which -x agghist can draw
};

/** The function of that name in D, or NULL. */
const struct dt_agg_function *dt_agg_function(const char *name);

/** A value as normalize() shows it: signed division that cannot trap; `normal` is never 0. */
static inline int64_t dt_normalized(int64_t v, int64_t normal)
{
	return normal == -1 ? (int64_t)(0 - (uint64_t)v) : v / normal;
}

#endif
