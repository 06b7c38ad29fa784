/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Reads machine code, instruction by instruction: the effect of each on the flow of control, and
 * properties that matter when a probe replaces it or it is executed elsewhere.
 * provider/uprobe/insn.h decides which instructions are probed.
 */
#ifndef DT_ARCH_INSN_H
#define DT_ARCH_INSN_H

#include "arch/arch.h"
#include "base/vec.h"

enum dt_insn_kind {
	DT_INSN_OTHER,
	DT_INSN_NOP,
	DT_INSN_PUSH,	 // push of a register other than the frame pointer
	DT_INSN_PUSH_FP, // push of the frame pointer, which sets up a frame
	DT_INSN_BRANCH,	 // branch by a fixed distance
	DT_INSN_RETURN,	 // pops the return address and nothing else
	DT_INSN_LANDING, // marks a target of indirect branches
	DT_N_INSN_KINDS,
};

/** Properties of an instruction. If it has several, only the first one counts. */
enum dt_insn_trait {
	DT_INSN_ORDINARY,
	DT_INSN_TRAP,	     // a trap or system call
	DT_INSN_PRIVILEGED,  // privileged, or moves a segment register
	DT_INSN_FLAGS,	     // pushes or pops the flags register
	DT_INSN_TRANSACTION, // belongs to a memory transaction
	DT_INSN_PREFIX,	     // has a lock or segment prefix
	DT_INSN_SIZE,	     // a branch with an operand size
	DT_INSN_LIKE_BRANCH, // without its prefix, the opcode is a branch, a nop, or pushes flags
	DT_INSN_LIKE_BAD,    // without its prefix, the opcode is one that a probe may not replace
	DT_INSN_REPEAT,	     // a repeated string instruction
	DT_INSN_OBSOLETE,    // only older processors have it
	DT_INSN_REFUSED,     // the kernel refuses to execute it elsewhere
	DT_INSN_EXCLUSIVE,   // an exclusive load or store, or between them
	DT_N_INSN_TRAITS,
};

struct dt_insn {
	uint32_t offset; // from the function's start
	uint8_t kind;	 // enum dt_insn_kind
	uint8_t trait;	 // enum dt_insn_trait
	bool is_return;	 // DT_INSN_RETURN, or a return that pops more
	bool is_target;	 // target of a jump within the function
	bool is_early;	 // after it, arguments, stack and saved registers are still as at entry
	/** An unconditional jump out of the function. */
	bool is_tail;
	int64_t target; // is_tail: offset from the function's start; INT64_MIN: through memory
};

/** A zeroed struct is empty. */
struct dt_insns {
	dt_vec(struct dt_insn) v; // sorted by offset
};

void dt_insns_deinit(struct dt_insns *s);
/** Reads all instructions of `code`. Returns false if some bytes are not instructions, for example
 *  data in the code; `s` then has the instructions before them. */
bool dt_insns_read(struct dt_insns *s, const struct dt_machine *m, const uint8_t *code,
		   size_t size);
/** Returns the instruction that begins at this offset, or NULL. */
struct dt_insn *dt_insns_at(const struct dt_insns *s, uint64_t offset);

#endif
