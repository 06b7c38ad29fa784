/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Machine code, instruction by instruction: what each does to the flow of control, and what is
 * peculiar about it when it is replaced, or executed elsewhere. Which of them are probed is another
 * matter (provider/uprobe/place.h).
 */
#ifndef DT_ARCH_INSN_H
#define DT_ARCH_INSN_H

#include "arch/arch.h"
#include "base/vec.h"

enum dt_insn_kind {
	DT_INSN_OTHER,
	DT_INSN_NOP,
	DT_INSN_PUSH,	 // of a register that is not the next,
	DT_INSN_PUSH_FP, // the frame pointer, as a frame is set up
	DT_INSN_BRANCH,	 // to a fixed distance
	DT_INSN_RETURN,	 // takes the return address and nothing else
	DT_INSN_LANDING, // says that indirect branches may lead here
	DT_N_INSN_KINDS,
};

/** Of several, the first. */
enum dt_insn_trait {
	DT_INSN_ORDINARY,
	DT_INSN_TRAP,	     // a trap or system call
	DT_INSN_PRIVILEGED,  // what user code may not do, or what moves a segment register
	DT_INSN_FLAGS,	     // moves the flags register
	DT_INSN_TRANSACTION, // of a memory transaction
	DT_INSN_PREFIX,	     // has a lock or segment prefix
	DT_INSN_SIZE,	     // a branch with an operand size
	DT_INSN_LIKE_BRANCH, // its opcode alone stands for a branch, a nop or a move of the flags
	DT_INSN_LIKE_BAD,    // its opcode alone stands for what a probe may not replace
	DT_INSN_REPEAT,	     // a repeated string instruction
	DT_INSN_FOREIGN,     // of former processors, unknown to newer ones
	DT_N_INSN_TRAITS,
};

struct dt_insn {
	uint32_t offset; // from the function's start
	uint8_t kind;	 // enum dt_insn_kind
	uint8_t trait;	 // enum dt_insn_trait
	bool is_return;	 // also one that does more than DT_INSN_RETURN
	bool is_target;	 // of a jump within the function
	bool is_early;	 // behind it arguments, stack and saved registers are still as at entry
	/** A jump that leaves the function, if it is direct: always taken, never back. */
	bool is_tail;
	int64_t target; // is_tail: from the function's start; INT64_MIN: read from memory
};

/** A zeroed struct is empty. */
struct dt_insns {
	dt_vec(struct dt_insn) v; // by offset
};

void dt_insns_deinit(struct dt_insns *s);
/** False: the bytes are not instructions from one end to the other, as when data lie among them;
 *  those that were read before that was found are in `s`. */
bool dt_insns_read(struct dt_insns *s, const struct dt_machine *m, const uint8_t *code,
		   size_t size);
/** The instruction that begins there, or NULL. */
struct dt_insn *dt_insns_at(const struct dt_insns *s, uint64_t offset);

#endif
