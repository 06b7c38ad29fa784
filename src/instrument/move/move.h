/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Copies of instructions that do at another address what the originals do at theirs.
 */
#ifndef DT_INSTRUMENT_MOVE_H
#define DT_INSTRUMENT_MOVE_H

#include "base/vec.h"
#include "instrument/text/text.h"

/** An instruction and its copy: addresses in the target. */
struct dt_moved {
	uint64_t from, to;
	uint8_t from_size, to_size; // bytes; the copy may be several instructions
};

struct dt_moved_list {
	dt_vec(struct dt_moved) v; // ascending in both addresses
};

struct dt_cfi;

/** Machine code with its address in the target. */
struct dt_copy {
	uint64_t base; // of the first byte
	dt_vec(uint8_t) bytes;
	struct dt_cfi *cfi; // gets the rows of the code for unwinders; NULL: there are none
};

/**
 * Appends copies of the instructions in bytes[0..n), whose address in the target is `from`, and
 * adds them to `moved`. Branches lead to where they led. Returns why it cannot, and then appends
 * nothing.
 */
enum dt_refusal dt_move(struct dt_copy *to, const uint8_t *bytes, size_t n, uint64_t from,
			struct dt_moved_list *moved);

/** Instructions that are copied bit by bit. */
struct dt_piece {
	const uint8_t *bytes;
	size_t n;
	uint64_t from; // address in the target
	size_t done;   // bytes of the instructions that are copied
};

/** Copies the piece's next instructions, up to the address `end`: other code may follow there.
 *  After a refusal some copies may have been appended. */
enum dt_refusal dt_move_up_to(struct dt_copy *to, struct dt_piece *p, uint64_t end,
			      struct dt_moved_list *moved);

#endif
