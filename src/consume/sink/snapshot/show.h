/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Shows a snapshot as printa() and -O json show an aggregation.
 */
#ifndef DT_CONSUME_SINK_SNAPSHOT_SHOW_H
#define DT_CONSUME_SINK_SNAPSHOT_SHOW_H

#include "consume/agg/snapshot.h"
#include "dialect/options.h"

/** Appends the table, or the line of JSON. Reads the options alone. */
void dt_snapshot_show(const struct dt_agg_snapshot *s, struct dt_options *options, bool is_json,
		      struct dt_out *o);

#endif
