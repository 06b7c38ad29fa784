/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Where a function keeps its return address at each of its instructions, by .eh_frame: what an
 * unwinder that follows frame pointers cannot know while the frame is not yet, no longer or never
 * set up.
 */
#ifndef DT_SYMBOLS_ELF_CFI_H
#define DT_SYMBOLS_ELF_CFI_H

#include <stdbool.h>
#include <stdint.h>

/** Holds for the instructions at start ≤ address < end. */
struct dt_frame_rule {
	uint64_t start, end;
	int64_t return_at; // where the return address lies, counted from a register:
	bool from_bp;	   // the frame pointer, else the stack pointer
	bool bp_saved;	   // the caller's frame pointer was saved: the register may hold anything
};

/** A zeroed struct knows nothing. */
struct dt_cfi {
	void *elf, *cfi;
	bool is_32bit, tried;
	bool has_last;
	struct dt_frame_rule last; // the one that was found last
};

/** Over a file that stays open as long; nothing is read before the first question. */
void dt_cfi_init(struct dt_cfi *c, void *elf, bool is_32bit);
void dt_cfi_deinit(struct dt_cfi *c);
/** The rule at an address of the file's own; false: not known, or not as simple as this. */
bool dt_cfi_rule(struct dt_cfi *c, uint64_t addr, struct dt_frame_rule *ret);

#endif
