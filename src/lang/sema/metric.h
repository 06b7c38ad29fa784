/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Aggregations as metrics of a monitoring system: the kind of metric that each function gives, and
 * the names of the exported families (family.c).
 */
#ifndef DT_LANG_SEMA_METRIC_H
#define DT_LANG_SEMA_METRIC_H

#include "base/str.h"

#include <stdint.h>

struct dt_ident;
struct dt_metric_pragma;

/** The measure of an aggregating function determines the kind of its metric. */
enum dt_measure {
	DT_MEASURE_NONE,
	DT_MEASURE_EVENTS,  // count(): a counter
	DT_MEASURE_SUM,	    // sum(): a gauge, unless declared as a counter
	DT_MEASURE_MOMENTS, // avg(), stddev(): a sum, a count …
	DT_MEASURE_EXTREME, // min(), max(): a gauge
	DT_MEASURE_BUCKETS, // a histogram
	DT_N_MEASURES
};

enum dt_metric_kind {
	DT_METRIC_DEFAULT, // in a pragma only: of the function
	DT_METRIC_NONE,	   // not exported
	DT_METRIC_COUNTER,
	DT_METRIC_GAUGE,
	DT_METRIC_HISTOGRAM,
	DT_METRIC_MOMENTS,
};

enum dt_metric_unit {
	DT_METRIC_UNITLESS,
	DT_METRIC_NS,
	DT_METRIC_US,
	DT_METRIC_MS,
	DT_METRIC_S,
	DT_METRIC_BYTES,
};
/** Returns the unit's suffix in a family's name, "seconds" or "bytes"; "" for UNITLESS. */
const char *dt_metric_unit_suffix(enum dt_metric_unit unit);
/** Returns the number of units in a second or byte. */
uint64_t dt_metric_unit_divisor(enum dt_metric_unit unit);

/** Returns the kind of the aggregation's metric. */
enum dt_metric_kind dt_metric_kind_of(const struct dt_ident *agg);
/** Appends the name of the aggregation's family, with its unit's suffix, but without "_total". */
void dt_metric_name(const struct dt_ident *agg, struct dt_str *out);

/** Reports whether the exporter or a server gives a label of this name itself. */
bool dt_metric_is_reserved(const char *label);

/** Maximum number of series of an aggregation, unless its pragma sets it. */
enum { DT_METRIC_LIMIT = 1000 };

#endif
