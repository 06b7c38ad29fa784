/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A first-fit allocator of ranges of numbers, such as units of a piece of memory. Freed ranges are
 * merged with their neighbours.
 */
#ifndef DT_BASE_EXTENTS_H
#define DT_BASE_EXTENTS_H

#include "base/vec.h"

#include <stdint.h>

struct dt_extent {
	uint32_t begin, n;
};

/** A zeroed struct has no free units. */
struct dt_extents {
	dt_vec(struct dt_extent) free; // sorted and not adjacent
};

/** Makes units 0 to n - 1 free. */
void dt_extents_init(struct dt_extents *e, uint32_t n);
void dt_extents_deinit(struct dt_extents *e);

static const uint32_t DT_EXTENT_NONE = UINT32_MAX;
/** Allocates `n` units that do not cross a multiple of `boundary` (0: they may). Returns the first
 *  unit, or DT_EXTENT_NONE if there is no room. */
uint32_t dt_extents_allocate(struct dt_extents *e, uint32_t n, uint32_t boundary);
/** Frees units that dt_extents_allocate() allocated. */
void dt_extents_free(struct dt_extents *e, uint32_t begin, uint32_t n);

#endif
