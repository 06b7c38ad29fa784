/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A uprobe puts a breakpoint on an instruction, and executes the original elsewhere, one step at a
 * time, or emulates it. The kernel refuses some instructions; others it takes for branches or nops
 * by their opcode byte and never executes (6.18 too), or they can tell the difference: repeated
 * string instructions stop after each round, so that a probe would fire for each; a pushed flags
 * register shows the step. Which opcodes are refused was found by asking Linux 6.18 for a probe on
 * every one; what another kernel refuses besides is found when it is attached.
 *
 * Decision: docs/dev/decisions/0027-instructions-without-uprobes.md
 */
#include "provider/uprobe/place.h"

enum { SLIDE_MAX = 32 }; // bytes that an entry probe moves at most

const char *dt_uprobe_hazard(const struct dt_insn *in)
{
	static const char *const texts[DT_N_INSN_TRAITS] = {
	    [DT_INSN_TRAP] = "a trap or system call",
	    [DT_INSN_PRIVILEGED] = "a privileged instruction",
	    [DT_INSN_FLAGS] = "an instruction that moves the flags register",
	    [DT_INSN_TRANSACTION] = "an instruction of a memory transaction",
	    [DT_INSN_PREFIX] = "a lock or segment prefix",
	    [DT_INSN_SIZE] = "a branch with an operand size",
	    [DT_INSN_LIKE_BRANCH] = "an instruction that the kernel takes for another",
	    [DT_INSN_LIKE_BAD] = "an instruction that the kernel refuses",
	    [DT_INSN_REPEAT] = "a repeated string instruction",
	    [DT_INSN_FOREIGN] = "an instruction that the kernel does not know",
	};

	return texts[in->trait];
}

bool dt_uprobe_is_quick(const struct dt_insn *in)
{
	// Linux 6.1 and all later ones.
	static const bool is_emulated[DT_N_INSN_KINDS] = {[DT_INSN_NOP] = true,
							  [DT_INSN_PUSH] = true,
							  [DT_INSN_PUSH_FP] = true,
							  [DT_INSN_BRANCH] = true};

	return is_emulated[in->kind];
}

const struct dt_insn *dt_uprobe_entry(const struct dt_insns *s, uint64_t limit)
{
	const struct dt_insn *first = s->v.data;

	if (!s->v.len)
		return NULL;
	dt_vec_foreach (&s->v, in) {
		bool is_safe = !dt_uprobe_hazard(in);

		if (in->offset >= limit || in->offset > SLIDE_MAX || (in != first && in->is_target))
			break;
		if (is_safe && dt_uprobe_is_quick(in))
			return in;
		if (!is_safe || !in->is_early)
			break;
	}
	return dt_uprobe_hazard(first) ? NULL : first;
}
