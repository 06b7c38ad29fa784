/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Records as columns: a sink that collects the records of each shape until a reader takes them. A
 * batch owns its memory, blocks of a pool, and may outlive the consumer.
 *
 * Source of the layout: Apache Arrow's columnar format and its C data interface.
 */
#ifndef DT_CONSUME_SINK_BATCH_H
#define DT_CONSUME_SINK_BATCH_H

#include "consume/sink/pool.h"
#include "consume/data/shape.h"
#include "consume/sink/sink.h"

/** Columns that every batch begins with. */
enum { DT_BATCH_SEQ, DT_BATCH_TIME, DT_BATCH_CPU, DT_BATCH_PROBE, DT_BATCH_FIXED };

/** The members that each value changes come first, in one cache line. The batch has the number of
 *  values. */
struct dt_column {
	uint8_t *data;	      // values; of "+l": uint64_t each
	int32_t *offsets;     // of varying values: one more than values
	uint8_t *valid;	      // a bit each; NULL: no value is absent
	size_t used, cap;     // bytes of varying values
	uint32_t width;	      // bytes of a value; 0: they vary
	uint32_t n_null;      // absent values
	const char *format;   // of the C data interface: "l", "u", "z", "+l" …
	struct dt_pool *pool; // of data, offsets and valid
	char name[64];
};

struct dt_batch {
	struct dt_batch *next;
	const struct dt_shape *shape; // only while the consumer lives
	size_t n_rows, room;
	struct dt_column *columns; // DT_BATCH_FIXED, then one for each field
	size_t n_columns;
};

/** Takes the oldest full batch; if there is none, the longest other one with at least `min_rows`.
 * Returns NULL if there is none either. The caller destroys the batch. `s` is a dt_sink_batch. */
struct dt_batch *dt_batch_take(struct dt_sink *s, size_t min_rows);
void dt_batch_destroy(struct dt_batch *b);

#endif
