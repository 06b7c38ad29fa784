/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Stubs: code that a patched site jumps to. A stub finds its thread's slot in the directory, takes
 * a level, runs the programs of the site's probes, and continues with the copies of the
 * instructions that the jump replaced.
 *
 * On the stack, a stub saves rax, rbp and a scratch register, and the flags, unless they are dead.
 * With the address of the level and the return addresses of programs these are at most 128 bytes,
 * below the red zone. The other registers that programs overwrite are saved in the level, in the
 * words of `regs`: there, programs read them, too. Programs do not write these words.
 *
 * A firing that finds level 0 busy takes the next level. It reads the word to which `busy` points:
 * if that is not the level's address, the level's firing was left by siglongjmp().
 *
 * A target has an *area* within reach of each cluster of its modules. An area begins with the
 * routines that its stubs share.
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
	uint64_t claim; // for a thread that has no slot yet
	uint64_t nest;	// for a firing that interrupts another one
};

/** A program to run. */
struct dt_stub_call {
	uint64_t entry; // its address
	uint64_t cookie;
	uint32_t clobbers; // registers that it overwrites, in the order of machine code
	uint32_t reads;	   // as in struct dt_native_program
};

enum { DT_PATCH_MAX = 5 };

/** A change of the target's text. Both texts are whole or absent: no thread sees a part. */
struct dt_patch {
	uint64_t at; // address in the target
	uint8_t size;
	uint8_t old[DT_PATCH_MAX], new[DT_PATCH_MAX];
};

/** A stub, and the patches that lead to it. The first patch comes first: a hop is written after the
 *  jump in the padding. */
struct dt_stub {
	struct dt_moved_list moved;
	uint64_t begin, end; // of its code
	uint64_t copies;     // where the copies begin: from there on the probes have fired
	struct dt_patch patches[2];
	unsigned n_patches;
};

/** Appends the routines to an empty area. */
void dt_stub_routines(struct dt_copy *area, const struct dt_stub_target *t,
		      struct dt_stub_routines *ret);
/**
 * Appends a stub for a site. `bias` is the distance from the file's addresses to the target's, and
 * `bytes` are those from plan->at on, and `padding` those from plan->hop on, if there is one.
 * Returns why it cannot, and then appends nothing. dt_stub_deinit() frees the stub.
 */
enum dt_refusal dt_stub_add(struct dt_copy *area, const struct dt_stub_target *t,
			    const struct dt_stub_routines *routines, const struct dt_plan *plan,
			    uint64_t bias, const uint8_t *bytes, const uint8_t *padding,
			    const struct dt_stub_call *calls, size_t n_calls, struct dt_stub *ret);
void dt_stub_deinit(struct dt_stub *s);

#endif
