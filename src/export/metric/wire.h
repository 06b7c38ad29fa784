/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Frames: what the tracing process sends to an exporter. It needs one form for both processes on a
 * machine, so there is no version. A number is 7 bits a byte, the low ones first, the high bit set
 *in all bytes but the last; a signed number s is 2s, or -2s - 1 if it is negative. A text is its
 *length and its bytes.
 *
 * METRICS, once, declares the exported aggregations:
 *
 *	start of tracing (seconds since 1970), number of families, for each:
 *	  kind (enum dtrace_metric_kind), divisor, limit, words of a value, is_state,
 *	  name, help, unit, aggregation, function, number of labels, labels,
 *	  number of bounds, bounds (signed)
 *
 * SNAPSHOT has what was added since the one before:
 *
 *	time (ns of CLOCK_MONOTONIC), number of own metrics, for each: number, label, value
 *	number of families, for each: number, number of rows, for each:
 *	  a text for each label, number of words that are not 0, for each: number, value (signed)
 *
 * Words of a value: a counter and a gauge have one. Moments have sum and count, stddev() also the
 *sum of squares, low and high half. A histogram has a count for each bound (of the values in
 *between), one for all larger values, then, if it has a sum, the sum and the number of negative
 *values. Words are additions; if is_state is set, they are the values themselves, and keys that are
 *not in the snapshot have none.
 *
 * On a pipe each frame follows its length in 4 bytes.
 */
#ifndef DT_EXPORT_METRIC_WIRE_H
#define DT_EXPORT_METRIC_WIRE_H

#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum dt_frame {
	DT_FRAME_METRICS = 1,
	DT_FRAME_SNAPSHOT,
};

/** Own metrics of the tracing (own.c). */
enum dt_own {
	DT_OWN_DROPS,
	DT_OWN_ERRORS,
	DT_OWN_MISSED,
	DT_OWN_PROBES,
	DT_OWN_MEMORY,
	DT_OWN_LAG,
	DT_OWN_FOLDED,
	DT_OWN_EXPIRED,
	DT_OWN_DECREASES,
	DT_N_OWN
};

// ---- writing

struct dt_wire {
	uint8_t *data;
	size_t len, cap;
};

void dt_wire_deinit(struct dt_wire *w);
void dt_wire_number(struct dt_wire *w, uint64_t v);
void dt_wire_signed(struct dt_wire *w, int64_t v);
void dt_wire_text(struct dt_wire *w, const void *text, size_t len);
void dt_wire_string(struct dt_wire *w, const char *text);

// ---- reading

/** A frame that is being read. After a failure all results are 0. */
struct dt_unwire {
	const uint8_t *at, *end;
	bool failed;
};

uint64_t dt_unwire_number(struct dt_unwire *u);
/** The same for the number of items that follow, of at least `size` bytes each. */
size_t dt_unwire_count(struct dt_unwire *u, size_t size);
int64_t dt_unwire_signed(struct dt_unwire *u);
/** Returns the bytes of a text, which is not terminated, and writes their number. */
const char *dt_unwire_text(struct dt_unwire *u, size_t *len);
/** Returns a text on the heap. Zeros end it. */
char *dt_unwire_string(struct dt_unwire *u);

#endif
