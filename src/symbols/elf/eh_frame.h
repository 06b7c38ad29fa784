/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Where functions begin and end by .eh_frame, which programs keep when they are stripped.
 */
#ifndef DT_SYMBOLS_ELF_EH_FRAME_H
#define DT_SYMBOLS_ELF_EH_FRAME_H

#include "base/vec.h"

#include <stdint.h>

struct dt_range {
	uint64_t addr, size;
};

struct dt_ranges {
	dt_vec(struct dt_range) v;
};

/** Append the ranges of a section of `size` bytes that is meant to lie at `addr`; what cannot be
 *  understood is left out. */
void dt_eh_frame_ranges(struct dt_ranges *ret, const uint8_t *data, size_t size, uint64_t addr,
			unsigned address_size);

#endif
