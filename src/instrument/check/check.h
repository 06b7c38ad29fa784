/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Proves that copies of instructions do what the originals do. The proof decodes both, instruction
 * by instruction, and compares effects, operands, targets, and the registers and flags that are
 * alive. It knows nothing of how the copies were made.
 */
#ifndef DT_INSTRUMENT_CHECK_H
#define DT_INSTRUMENT_CHECK_H

#include "base/error.h"
#include "instrument/move/stub.h"

/** A piece of text and its copy. Addresses are the target's. Code of points is between the copies;
 *  control from the copy in front of it leads to it. */
struct dt_check {
	const uint8_t *original;
	uint64_t original_at;
	size_t original_size;
	const uint8_t *copy;
	uint64_t copy_at;
	size_t copy_size; // up to the jump back, which is included
	const struct dt_moved_list *moved;
	const struct dt_stub_firing *firings; // NULL if there are none
	size_t n_firings;
};

/** Returns NULL if the copy is right: it has the effects of the original, in the same order, and
 *  then continues behind it. Else returns a sentence that names the first difference. */
struct dt_error *dt_check_copy(const struct dt_check *c) dt_must_use;
/** A patched block and its stub. Addresses are the target's, except those of plans. */
struct dt_check_site {
	const struct dt_copy *area; // up to the end of the stub, with the routines
	const struct dt_stub_target *target;
	const struct dt_stub_routines *routines;
	const struct dt_stub_block *block;
	const struct dt_stub *stub;
	bool is_body; // the block stands for a body: no point is the last one
};

/**
 * Returns NULL if the code of each point is right on each path:
 *  - At its end, the registers have the values that they had at its beginning, unless they are
 *    dead and no point follows; the flags too.
 *  - It writes nothing at or above the stack pointer, nor into a red zone that may be in use, nor
 *    more than 128 bytes below.
 *  - Otherwise it reads only the directory, the slots, the levels, and the word with the thread's
 *    id, and writes only to its level. It trusts the slot in the thread's entry of the directory.
 *  - It calls all programs in their order, or none. Each one gets a level that is marked busy, and
 *    the words of it that the program reads. The mark is gone at the end. A program that reads no
 *    words and shares its level may get any level of the thread.
 *
 * A program changes what its `clobbers` name, the flags, and the stack below its return address. It
 * leaves `busy` and `regs` of its level alone.
 */
struct dt_error *dt_check_points(const struct dt_check_site *s) dt_must_use;
/** Returns NULL if the routines of an area do what stubs expect of them, by the same rules. */
struct dt_error *dt_check_routines(const struct dt_copy *area, const struct dt_stub_target *t,
				   const struct dt_stub_routines *r) dt_must_use;
/**
 * Returns NULL if the point k, which is to call the finder, does only that, and the finder is
 * right:
 *  - It changes no register but those that it may.
 *  - It writes nothing but the first five words at rsi.
 *  - It returns to the point, or drops this return address, with eax = 0.
 */
struct dt_error *dt_check_finds(const struct dt_check_site *s, size_t k) dt_must_use;
/** Returns NULL if the patches lead to the stub, and the code of points lies where they fire, and
 *  this code and the copies are right. */
struct dt_error *dt_check_site(const struct dt_check_site *s) dt_must_use;

/** A patched function and its stub. */
struct dt_check_body {
	const struct dt_copy *area; // as in struct dt_check_site
	const struct dt_stub_target *target;
	const struct dt_stub_routines *routines;
	const struct dt_stub_body *body;
	const struct dt_stub *stub;
};
/**
 * Returns NULL if the body is right:
 *  - Each copy has the effect of its original and leads to the copy of the next one, through the
 *    code that counts the block and the points in between; or out of the body.
 *  - The points are right, as of dt_check_points().
 *  - Code that counts adds 1 to the word of its block, under the conditions of stub.h, and changes
 *    nothing else.
 *  - Each patch leads to the first code of its instruction, and no instruction that stays has bytes
 *    of a patch.
 */
struct dt_error *dt_check_body(const struct dt_check_body *b) dt_must_use;

#endif
