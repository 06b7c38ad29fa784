/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Makes frames (wire.h) of a session's aggregations, in the thread that traces.
 */
#ifndef DT_EXPORT_METRIC_ENCODE_H
#define DT_EXPORT_METRIC_ENCODE_H

#include "dtrace/dtrace.h"
#include "export/metric/wire.h"

/** An exported aggregation. */
struct dt_encoded {
	struct dtrace_metric metric;
	int64_t *bounds; // of a histogram, ascending
	size_t n_bounds;
	size_t *cells; // for each bucket of D the number of its word
	size_t n_words;
};

/** A zeroed struct may be deinitialised. */
struct dt_encoder {
	struct dtrace *d;
	uint64_t idle; // ns after which unchanged keys leave the kernel; 0: never
	dt_vec(struct dt_encoded) families;
	dt_vec(uint64_t) words; // scratch
};

/** Begins after dtrace_go(), and writes the METRICS. */
struct dtrace_error *dt_encoder_init(struct dt_encoder *e, struct dtrace *d, uint64_t idle,
				     struct dt_wire *ret);
void dt_encoder_deinit(struct dt_encoder *e);
/** Appends a SNAPSHOT: everything that was added since the previous one. */
struct dtrace_error *dt_encode_snapshot(struct dt_encoder *e, struct dt_wire *ret);

#endif
