/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Bars and density cells, which draw histograms, -x agghist and -x aggpack. Source of the layout:
 * dt_print_quantline() of illumos' <libdtrace/common/dt_consume.c>.
 *
 * Add every count to a scale before drawing the first one. Counts may be negative.
 */
#ifndef DT_CONSUME_AGG_BAR_H
#define DT_CONSUME_AGG_BAR_H

#include "abi/aggs.h"
#include "consume/value/out.h"
#include "dialect/options.h"

/** Columns of a bar. */
enum { DT_BAR_WIDTH = 40 };

struct dt_scale {
	long double total; // of all counts; with zoom the largest
	bool positives, negatives;
	bool zoom; // the largest count fills 95 % of the bar, instead of all counts together 100 %
	bool utf8; // draw with block characters
	int64_t normal;		// divisor of the numbers behind the bars; never 0
	enum dt_aggunits units; // of the labels
};

/** Returns an empty scale for bars. They are ASCII unless -x encoding=utf8 asks for blocks. */
struct dt_scale dt_scale_of(const struct dt_options *options, int64_t normal);
/** Returns an empty scale for cells, which are also blocks if only the locale is UTF-8. */
struct dt_scale dt_scale_packed(const struct dt_options *options, int64_t normal);
void dt_scale_add(struct dt_scale *s, int64_t count);

/** Prints the line above the bars, starting behind the label column. */
void dt_bar_header(struct dt_out *o);
/** Prints the bar with its axis, the number and the end of the line. */
void dt_bar_print(struct dt_out *o, const struct dt_scale *s, int64_t count);
/** Prints one character, which is the darker, the larger the count's share of the total. */
void dt_bar_cell(struct dt_out *o, const struct dt_scale *s, int64_t count);

#endif
