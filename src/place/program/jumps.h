/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The jumps of which patches consist. A *hop* is a short jump, for a site with little room, to a
 * patch in padding nearby, which jumps on. Each architecture implements these functions.
 */
#ifndef DT_PLACE_PROGRAM_JUMPS_H
#define DT_PLACE_PROGRAM_JUMPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DT_JUMP_MAX = 5 }; // bytes of a jump

/** Returns the size of the jump at address `at` with these `n` bytes, or 0 if there is none.
 *  Writes its destination. */
size_t dt_jump_parse(const uint8_t *bytes, size_t n, uint64_t at, uint64_t *to, bool *is_hop);

#endif
