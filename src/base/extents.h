/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Which parts of a piece of memory are free, in units of whoever manages it. First fit; parts that
 * come back are joined with their neighbours.
 */
#ifndef DT_BASE_EXTENTS_H
#define DT_BASE_EXTENTS_H

#include "base/vec.h"

#include <stdint.h>

struct dt_extent {
	uint32_t begin, n;
};

/** A zeroed struct has nothing to give. */
struct dt_extents {
	dt_vec(struct dt_extent) free; // sorted, none touches another
};

/** `n` units, from 0 on, are free. */
void dt_extents_init(struct dt_extents *e, uint32_t n);
void dt_extents_deinit(struct dt_extents *e);

static const uint32_t DT_EXTENT_NONE = UINT32_MAX;
/** Where `n` units begin that do not cross a multiple of `boundary` (0: they may);
 *  DT_EXTENT_NONE: there is no such place. */
uint32_t dt_extents_take(struct dt_extents *e, uint32_t n, uint32_t boundary);
/** Units that were taken. */
void dt_extents_give(struct dt_extents *e, uint32_t begin, uint32_t n);

#endif
