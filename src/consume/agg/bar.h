/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Bars and density cells: what histograms, -x agghist and -x aggpack are drawn with. Source of the
 * layout: dt_print_quantline() of illumos' <libdtrace/common/dt_consume.c>.
 *
 * A scale must see every count before the first one is drawn. Counts may be negative.
 */
#ifndef DT_CONSUME_AGG_BAR_H
#define DT_CONSUME_AGG_BAR_H

#include "abi/aggs.h"
#include "consume/sink/out.h"
#include "dialect/options.h"

/** Columns of a bar. */
enum { DT_BAR_WIDTH = 40 };

struct dt_scale {
	long double total; // what a full bar stands for
	bool positives, negatives;
	bool zoom; // the largest count fills 95 % of the bar, instead of all counts together 100 %
	bool utf8; // draw with block characters
	int64_t normal;		// of the numbers behind the bars; never 0
	enum dt_aggunits units; // of the values that bars stand for
};

/** Bars are of ASCII characters unless `-x encoding=utf8` asks for blocks. */
struct dt_scale dt_scale_of(const struct dt_options *options, int64_t normal);
/** Of cells, which are blocks too where only the locale says UTF-8. */
struct dt_scale dt_scale_packed(const struct dt_options *options, int64_t normal);
void dt_scale_add(struct dt_scale *s, int64_t count);

/** The line that stands over bars, from the end of its label column. */
void dt_bar_header(struct dt_out *o);
/** The bar with its axis, the number, the end of the line. */
void dt_bar_print(struct dt_out *o, const struct dt_scale *s, int64_t count);
/** One character, the darker the more of the scale's total the count is. */
void dt_bar_cell(struct dt_out *o, const struct dt_scale *s, int64_t count);

#endif
