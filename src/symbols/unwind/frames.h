/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Where a function keeps its return address at each of its instructions, by .eh_frame: an unwinder
 * that follows frame pointers cannot know this where the frame is not yet, no longer or never set
 * up.
 */
#ifndef DT_SYMBOLS_UNWIND_FRAMES_H
#define DT_SYMBOLS_UNWIND_FRAMES_H

#include "symbols/unwind/eh_frame.h"

/** Holds for the instructions at start ≤ address < end. */
struct dt_frame_rule {
	uint64_t start, end;
	int64_t return_at; // where the return address lies, counted from a register:
	bool from_bp;	   // the frame pointer, else the stack pointer
	bool bp_saved;	   // the caller's frame pointer was saved: the register may hold anything
};

/** A zeroed struct knows nothing. */
struct dt_frames {
	const struct dt_elf *elf;
	struct dt_eh_frame table; // read when the first question comes
	bool is_read;
	// where the last question led to
	const struct dt_frame_function *function;
	struct dt_frame_rows rows;
	struct dt_frame_row row;
};

/** Over a file that lives as long; nothing is read before the first question. */
void dt_frames_init(struct dt_frames *f, const struct dt_elf *e);
void dt_frames_deinit(struct dt_frames *f);
/** All that is known of functions. */
const struct dt_eh_frame *dt_frames_table(struct dt_frames *f);
/** The rule at an address of the file's own; false: not known, or not as simple as this. Questions
 *  in the order of addresses are answered quickest. */
bool dt_frames_rule(struct dt_frames *f, uint64_t addr, struct dt_frame_rule *ret);

#endif
