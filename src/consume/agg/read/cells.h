/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The consumer's side of the cells of a keyed aggregation (abi/cells.h). Without cells, these
 * functions do nothing.
 */
#ifndef DT_CONSUME_AGG_READ_CELLS_H
#define DT_CONSUME_AGG_READ_CELLS_H

#include "consume/agg/agg.h"

/** Merges all cells into the snapshot. */
void dt_agg_cells_read(struct dt_aggs *a, struct dt_agg *g);
/** Sets the values of all elements, or of the doomed ones, to zero. */
void dt_agg_cells_zero(struct dt_aggs *a, struct dt_agg *g, bool doomed);
/** Begins to free the cells of doomed elements, and frees those with which an earlier call began.
 */
void dt_agg_cells_delete(struct dt_aggs *a, struct dt_agg *g);

#endif
