/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The location of a function's return address at each of its instructions, by .eh_frame. An
 * unwinder that follows frame pointers cannot know it while the frame is not set up.
 */
#ifndef DT_SYMBOLS_UNWIND_FRAMES_H
#define DT_SYMBOLS_UNWIND_FRAMES_H

#include "symbols/unwind/eh_frame.h"

/** Applies to the instructions at start ≤ address < end. */
struct dt_frame_rule {
	uint64_t start, end;
	bool in_link;	   // the return address is in the machine's link register; else:
	int64_t return_at; // its offset from a register:
	bool from_bp;	   // the frame pointer, else the stack pointer
	bool has_record;   // an unwinder that follows frame pointers finds the caller
};

/** A zeroed struct is empty. */
struct dt_frames {
	const struct dt_elf *elf;
	struct dt_eh_frame table; // read at the first query
	bool is_read;
	// result of the last query
	const struct dt_frame_function *function;
	struct dt_frame_rows rows;
	struct dt_frame_row row;
};

/** Uses the file, which must live as long. Reads nothing before the first query. */
void dt_frames_init(struct dt_frames *f, const struct dt_elf *e);
void dt_frames_deinit(struct dt_frames *f);
/** Returns the table of all functions. */
const struct dt_eh_frame *dt_frames_table(struct dt_frames *f);
/** Finds the rule at a virtual address of the file. Returns false if it is unknown or not as simple
 *  as a struct dt_frame_rule. Queries in ascending order are fastest. */
bool dt_frames_rule(struct dt_frames *f, uint64_t addr, struct dt_frame_rule *ret);

#endif
