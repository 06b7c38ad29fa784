/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The effect of an instruction on the places of the caller's registers, and on the flow of control.
 * symbols/unwind/code.c follows functions without an unwinding table by this.
 */
#ifndef DT_ARCH_HELD_H
#define DT_ARCH_HELD_H

#include <stdbool.h>
#include <stdint.h>

/** Places of the caller's registers, relative to the CFA, which is the stack pointer at entry. Each
 *  may be DT_UNHELD. */
enum dt_held_value {
	DT_HELD_SP,	 // the stack pointer, minus the CFA
	DT_HELD_FP,	 // the frame pointer, minus the CFA
	DT_HELD_FP_AT,	 // the address at which the caller's frame pointer was saved, minus the CFA
	DT_HELD_LINK_AT, // the same of the return address
	DT_HELD_FP_SAME, // 0: the frame pointer is the caller's
	DT_HELD_LINK,	 // 0: the link register is the return address
	DT_N_HELD,
};

enum { DT_UNHELD = INT32_MAX };

struct dt_held {
	int32_t v[DT_N_HELD];
};

enum dt_flow {
	DT_FLOW_NEXT,	// the next instruction
	DT_FLOW_BRANCH, // the next one or the target
	DT_FLOW_JUMP,	// the target
	DT_FLOW_LEAVE,	// the function returns or jumps to another one
	DT_FLOW_END,	// a trap
	DT_FLOW_BAD,	// not an instruction, or one with an unknown effect
};

/** A machine whose functions can be followed. */
struct dt_follower {
	unsigned insn; // bytes of an instruction; 0: its functions cannot be followed
	/** Changes *held to the state behind the instruction, and writes the distance to its target
	 *  in instructions. */
	enum dt_flow (*step)(uint32_t insn, struct dt_held *held, int64_t *target);
	/** Reports whether the instruction is one with which functions begin. */
	bool (*begins)(uint32_t insn);
};

extern const struct dt_follower dt_follower;

#endif
