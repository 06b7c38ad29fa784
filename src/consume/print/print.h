/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Prints aggregations in the default form or by a format.
 */
#ifndef DT_CONSUME_PRINT_PRINT_H
#define DT_CONSUME_PRINT_PRINT_H

#include "consume/agg/agg.h"
#include "consume/print/printf.h"

/** Prints aggregations as printa() does. Their snapshots must be fresh. format NULL: the default
 *  form. */
void dt_agg_print(struct dt_aggs *a, struct dt_out *o, struct dt_agg *const *aggs, size_t n_aggs,
		  const struct dt_printf *format);

/** Draws the table if -x agghist or -x aggpack applies, or the function is summarized (draw.c).
 *  Returns false otherwise. */
bool dt_agg_draw(struct dt_aggs *a, struct dt_out *o, const struct dt_agg_table *t);

#endif
