/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The consumer's side of the cells of an aggregation with keys (abi/cells.h). Nothing happens if it
 * has none.
 */
#ifndef DT_CONSUME_AGG_READ_CELLS_H
#define DT_CONSUME_AGG_READ_CELLS_H

#include "consume/agg/agg.h"

/** Merge all of them into the snapshot. */
void dt_agg_cells_read(struct dt_aggs *a, struct dt_agg *g);
/** Set the values of all, or of the doomed elements, to zero. */
void dt_agg_cells_zero(struct dt_aggs *a, struct dt_agg *g, bool doomed);
/** Begin to free those of doomed elements, and free those with which an earlier call has begun. */
void dt_agg_cells_delete(struct dt_aggs *a, struct dt_agg *g);

#endif
