/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The kernel's unwinder does not examine the probed instruction, so it misses the caller until the
 * frame is set up. Programs execute nothing themselves: the kernel simulates ret without a step.
 */
#include "arch/uprobe.h"

const bool dt_kernel_emulates[DT_N_INSN_KINDS] = {[DT_INSN_BRANCH] = true, [DT_INSN_RETURN] = true};

bool dt_unwinder_knows_entry(enum dt_insn_kind kind)
{
	return false;
}

bool dt_can_execute(const struct dt_machine *m, enum dt_insn_kind kind)
{
	return false;
}

void dt_execute(const struct dt_machine *m, struct dt_ir_func *f, enum dt_insn_kind kind,
		dt_label end)
{
}

size_t dt_uprobe_jump(const uint8_t *now, const uint8_t *file, size_t n)
{
	return 0; // no dtrace patches code of this machine
}
