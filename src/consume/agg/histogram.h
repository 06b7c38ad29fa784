/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Histograms: quantize(), lquantize(), llquantize(), percentile(). Printing and sorting use the
 * same description of the buckets. Source of the layout: the illumos DTrace guide, "Aggregations",
 * and dt_print_quantize() of illumos' <libdtrace/common/dt_consume.c>.
 */
#ifndef DT_CONSUME_AGG_HISTOGRAM_H
#define DT_CONSUME_AGG_HISTOGRAM_H

#include "abi/program.h"
#include "consume/agg/bar.h"

enum { DT_BUCKET_LABEL = 32 };
/** Writes a value as tables show it, with four digits and a unit if there are units. Returns the
 *  length. */
size_t dt_value_label(int64_t v, enum dt_aggunits units, char buf[DT_BUCKET_LABEL]);
/** Writes the label that tables show for the bucket. Returns the length. */
size_t dt_bucket_label(const struct dt_bucket *b, enum dt_aggunits units,
		       char buf[DT_BUCKET_LABEL]);

struct dt_histogram {
	struct dt_bucket *buckets;
	size_t n;
	bool is_summarized; // of struct dt_agg_function
	size_t middle;	    // an empty histogram shows the buckets around this one
};

/** The description must be consistent. */
void dt_histogram_init(struct dt_histogram *h, const struct dt_agg_desc *desc);
void dt_histogram_deinit(struct dt_histogram *h);
/** Prints the whole table. `counts` has h->n elements; the scale is empty. */
void dt_histogram_print(struct dt_out *o, const struct dt_histogram *h, const int64_t *counts,
			struct dt_scale scale);
/** Compares histograms for sorting: by the sum of value × count, then by the count of the bucket
 *  that has weight 0; summarized ones by the 99th percentile, then by the number of values. */
int dt_histogram_compare(const struct dt_histogram *h, const int64_t *a, const int64_t *b);
/** Writes two numbers that follow this order. Returns false if it is not the order of these numbers
 *  alone, because the first one is rounded. */
bool dt_histogram_rank(const struct dt_histogram *h, const int64_t *counts, uint64_t ret[2]);

#endif
