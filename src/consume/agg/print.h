/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Prints aggregations in the default form or by a format.
 */
#ifndef DT_CONSUME_AGG_PRINT_H
#define DT_CONSUME_AGG_PRINT_H

#include "consume/agg/agg.h"
#include "consume/value/printf.h"

/** Returns the order that the options aggsort… ask for. */
struct dt_agg_order dt_agg_order_of(const struct dt_options *options, size_t n_aggs);

/** Prints aggregations as printa() does. Their snapshots must be fresh. format NULL: the default
 *  form. */
void dt_agg_print(struct dt_aggs *a, struct dt_out *o, struct dt_agg *const *aggs, size_t n_aggs,
		  const struct dt_printf *format);

/** Draws the table if -x agghist or -x aggpack applies (draw.c). Returns false if neither does. */
bool dt_agg_draw(struct dt_aggs *a, struct dt_out *o, const struct dt_agg_table *t);

#endif
