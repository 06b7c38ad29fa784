/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Stubs: code that a patched site jumps to. A stub has copies of the instructions that the jump
 * replaced, in between code for each *point* where probes fire, and a jump back. This code finds
 * its thread's slot in the directory, takes a level, and runs the programs of the probes.
 *
 * On the stack, the code saves rax, rbp and a scratch register, and the flags, unless they are
 * dead. With the address of the level and the return addresses of programs these are at most 128
 * bytes, below the red zone. The other registers that programs overwrite are saved in the level, in
 * the words of `regs`: there, programs read them, too. Programs do not write these words.
 *
 * A point whose programs share their level, and read no registers, takes none: it gives them level
 * 0, which may be busy, and saves all registers on the stack.
 *
 * Another firing that finds level 0 busy takes the next level. It reads the word to which `busy`
 * points: if that is not the level's address, the level's firing was left by siglongjmp().
 *
 * A target has an *area* within reach of each cluster of its modules. An area begins with the
 * routines that its stubs share.
 *
 * Decision: docs/dev/decisions/0097-blocks-with-several-points.md
 * Decision: docs/dev/decisions/0118-functions-move-whole.md
 */
#ifndef DT_INSTRUMENT_STUB_H
#define DT_INSTRUMENT_STUB_H

#include "instrument/move/move.h"

/** The facts of a target on which stubs depend. Addresses are the target's. */
struct dt_stub_target {
	uint64_t directory; // struct dt_native_directory
	/** struct dt_native_slot of each slot, in the region. If `owner` is 0, the tracer has
	 * filled in the levels (busy = 0) and zeroed the variables of threads. */
	uint64_t slots;
	uint64_t levels; // of slot 0
	uint32_t level_size;
	uint32_t n_slots;
	int32_t thread_id; // distance from the thread pointer to the word with the thread's id
};

/** Routines of an area: addresses. */
struct dt_stub_routines {
	uint64_t claim;	 // for a thread that has no slot yet; counts a firing that gets none
	uint64_t quiet;	 // the same, and does not count
	uint64_t nest;	 // for a firing that interrupts another one
	uint64_t finder; // dt_finder_add(); 0: the area has none
};

/** A program to run. */
struct dt_stub_call {
	uint64_t entry; // its address
	uint64_t cookie;
	uint32_t clobbers; // registers that it overwrites, in the order of machine code
	uint32_t reads;	   // as in struct dt_native_program
	bool shares_level; // the same
	bool is_quiet;	   // the user knows no probe here: nothing counts a firing without a slot
};

enum { DT_PATCH_MAX = 5 };

/** Probes that fire in front of one instruction. */
struct dt_stub_point {
	const struct dt_plan *plan; // of their site
	/** In this order, at least one. NULL: no probe fires, the point calls the area's finder. */
	const struct dt_stub_call *calls;
	size_t n_calls;
};

/**
 * A block of text that moves to a stub. A site alone is a block with one point. Sites whose plans
 * overlap are one block, see dt_plan_join(). Points are in the order of `fires`; those of the same
 * instruction fire in the order of the array: an entry's first, then that of an offset.
 *
 * At the last point, dead registers are not preserved. At others all are, because programs of later
 * points may read them.
 */
struct dt_stub_block {
	const struct dt_plan *plan;	    // at, end and hop of the block
	uint64_t bias;			    // from the file's addresses to the target's
	const uint8_t *bytes;		    // from plan->at on
	const uint8_t *padding;		    // from plan->hop on, if there is one
	const struct dt_stub_point *points; // at least one
	size_t n_points;
};

/** A change of the target's text. Both texts are whole or absent: no thread sees a part. */
struct dt_patch {
	uint64_t at; // address in the target
	uint8_t size;
	uint8_t old[DT_PATCH_MAX], new[DT_PATCH_MAX];
};

/** Code of one point: up to the code of the next point, or the copy of the instruction in front of
 *  which the probes fire. */
struct dt_stub_firing {
	uint64_t from; // that instruction: address in the target
	uint64_t begin, end;
	uint64_t detours; // further code from here to `begin`: before the stub, or none
};

/**
 * A stub, and the patches that lead to it. The first patch comes first: a hop is written after the
 * jump in the padding.
 *
 * A thread may go from an instruction to its copy and back, between instructions. The probes in
 * front of an instruction have not fired for a thread that stands at it, nor at `begin` of its
 * first firing; they have fired at its copy.
 */
struct dt_stub {
	struct dt_moved_list moved;
	uint64_t begin, end;		       // of its code
	dt_vec(struct dt_stub_firing) firings; // of each point
	struct dt_patch patches[2];
	unsigned n_patches;
	bool finds; // a point calls the finder
	/* of a body */
	dt_vec(struct dt_stub_firing) counters; // code that counts a block, in front of its points
	dt_vec(struct dt_patch) ways;		// in the order of writing, instead of `patches`
};

/** Where a body counts how often its blocks run: addresses in the target. The words are in the
 *  order of the blocks that have counters. */
struct dt_body_counters {
	uint64_t own;	 // uint64_t[]: of the thread with the id `thread`
	uint64_t others; // uint64_t[]: of all other threads
	uint32_t thread;
	uint64_t is_open; // of the directory; 0 there: nothing is counted
};

/**
 * A function that moves as a whole. Registers and flags are alive at each point, because programs
 * of other points may read them.
 *
 * Code that counts a block changes the flags alone, where they are dead, or nothing. Only one
 * thread adds to the first words, so that no instruction need lock the bus; its signal handlers do
 * not come between, either.
 */
struct dt_stub_body {
	const struct dt_text *text;
	const struct dt_body *body;
	uint64_t bias;
	const struct dt_stub_point *points; // in the order of `fires`, as in struct dt_stub_block
	size_t n_points;
	const struct dt_body_counters *counters; // NULL: no block is counted
};

/**
 * A function of a C library answers unwinders, as _dl_find_object() of glibc does:
 *
 *	int find(void *pc, struct dl_find_object *result);
 *
 * A point at its entry calls the *finder*. If the pc is in a range of its list, the
 * finder fills in the result, and returns 0 to the caller of the function. Else it returns to the
 * point. It overwrites the flags and rax, r10, r11, which are dead there.
 */
struct dt_finder_range {
	uint64_t begin; // 0: the list ends
	uint64_t size;
	uint64_t header; // address of .eh_frame_hdr
};
enum { DT_FINDER_RANGES = 64 };

/** Appends an empty list of DT_FINDER_RANGES ranges and the finder to an area, for a point of this
 *  plan. Returns the finder's address, and the list's in *list. */
uint64_t dt_finder_add(struct dt_copy *area, const struct dt_plan *plan, uint64_t *list);

/** Appends the routines to an empty area. */
void dt_stub_routines(struct dt_copy *area, const struct dt_stub_target *t,
		      struct dt_stub_routines *ret);
/** Appends the stub of a block. Returns why it cannot, and then appends nothing. dt_stub_deinit()
 *  frees the stub. */
enum dt_refusal dt_stub_add(struct dt_copy *area, const struct dt_stub_target *t,
			    const struct dt_stub_routines *routines,
			    const struct dt_stub_block *block, struct dt_stub *ret);
/** The same for a whole function. */
enum dt_refusal dt_stub_add_body(struct dt_copy *area, const struct dt_stub_target *t,
				 const struct dt_stub_routines *routines,
				 const struct dt_stub_body *body, struct dt_stub *ret);
/** Returns the cookie of a guard in front of a system call (abi/native.h). */
uint64_t dt_stub_operands(const struct dt_text_call *c);
void dt_stub_deinit(struct dt_stub *s);

#endif
