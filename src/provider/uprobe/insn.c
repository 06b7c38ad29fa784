/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A uprobe replaces an instruction by a breakpoint, and single-steps the original at another
 * address or emulates it. The kernel refuses some instructions. It takes others for branches or
 * nops by their opcode byte and never executes them (also 6.18). Still others behave differently
 * under a probe: repeated string instructions stop after each round, so the probe would fire for
 * each round; a pushed flags register shows the single step. The refused opcodes were found by
 * attaching a probe to each on Linux 6.18. If another kernel refuses more, attaching reports it.
 *
 * Decision: docs/dev/decisions/0027-instructions-without-uprobes.md
 */
#include "provider/uprobe/insn.h"

#include "arch/uprobe.h"

enum { SLIDE_MAX = 32 }; // bytes from the function to its entry probe, at most

const char *dt_uprobe_hazard(const struct dt_insn *in)
{
	static const char *const texts[DT_N_INSN_TRAITS] = {
	    [DT_INSN_TRAP] = "a trap or system call",
	    [DT_INSN_PRIVILEGED] = "a privileged instruction",
	    [DT_INSN_FLAGS] = "an instruction that moves the flags register",
	    [DT_INSN_TRANSACTION] = "an instruction of a memory transaction",
	    [DT_INSN_PREFIX] = "a lock or segment prefix",
	    [DT_INSN_SIZE] = "a branch with an operand size",
	    [DT_INSN_LIKE_BRANCH] = "an instruction that the kernel mistakes for a branch or nop",
	    [DT_INSN_LIKE_BAD] = "an instruction that the kernel refuses",
	    [DT_INSN_REPEAT] = "a repeated string instruction",
	    [DT_INSN_OBSOLETE] = "an instruction that the kernel does not know",
	    [DT_INSN_REFUSED] = "an instruction that the kernel refuses",
	    [DT_INSN_EXCLUSIVE] = "an exclusive load or store, or an instruction between them",
	};

	return texts[in->trait];
}

bool dt_uprobe_is_quick(const struct dt_insn *in)
{
	return dt_kernel_emulates[in->kind];
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
