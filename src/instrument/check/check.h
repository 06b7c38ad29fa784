/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Proves that copies of instructions do what the originals do. The proof decodes both, instruction
 * by instruction, and compares effects, operands, targets, and the registers and flags that are
 * alive. It knows nothing of how the copies were made.
 */
#ifndef DT_INSTRUMENT_CHECK_H
#define DT_INSTRUMENT_CHECK_H

#include "base/error.h"
#include "instrument/move/move.h"

/** A piece of text and its copy. Addresses are the target's. */
struct dt_check {
	const uint8_t *original;
	uint64_t original_at;
	size_t original_size;
	const uint8_t *copy;
	uint64_t copy_at;
	size_t copy_size; // up to the jump back, which is included
	const struct dt_moved_list *moved;
};

/** Returns NULL if the copy is right: it has the effects of the original, in the same order, and
 *  then continues behind it. Else returns a sentence that names the first difference. */
struct dt_error *dt_check_copy(const struct dt_check *c) dt_must_use;
/** Returns NULL if the code in front of the copy, [stub, copy), changes nothing that is alive at
 *  the site: it restores each register, the flags unless they are dead, and the stack pointer, and
 *  writes nothing at or above the stack pointer. */
struct dt_error *dt_check_stub(const uint8_t *stub, size_t size, uint64_t at,
			       const struct dt_plan *plan) dt_must_use;

#endif
