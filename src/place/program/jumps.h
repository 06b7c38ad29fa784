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

/**
 * Reports whether a uprobe of another tracer has come onto a jump: the kernel has put a trap over
 * its first byte and, when the uprobe went, the file's first byte. `now` and `jump` have `n` bytes.
 */
bool dt_jump_is_hurt(const uint8_t *now, const uint8_t *jump, uint8_t old, size_t n);
/** Writes the jump to `ret` that these bytes would be if a uprobe has hurt a long one. Returns its
 *  size, or 0 if there are too few. */
size_t dt_jump_mend(const uint8_t *bytes, size_t n, uint8_t ret[DT_JUMP_MAX]);
/** Writes a jump of DT_JUMP_MAX bytes at address `at`. */
void dt_jump_make(uint8_t *bytes, uint64_t at, uint64_t to);

#endif
