/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * What the architecture has to do with uprobes: the kernel's part and ours.
 */
#ifndef DT_ARCH_UPROBE_H
#define DT_ARCH_UPROBE_H

#include "arch/insn.h"
#include "ir/ir.h"

/**
 * Does the unwinder of the running kernel take a probe on an instruction of that kind for one at a
 * function's entry, and find the caller though no frame is set up? Asks the kernel's type data
 * where kernels differ, which takes milliseconds.
 */
bool dt_unwinder_knows_entry(enum dt_insn_kind kind);

/** Can a program that is placed on an instruction of that kind do what it does? */
bool dt_can_execute(const struct dt_machine *m, enum dt_insn_kind kind);
/** Append code to do so, for a program that may write to its registers; what is not as expected is
 *  left to the kernel, at `end`. */
void dt_execute(const struct dt_machine *m, struct dt_ir_func *f, enum dt_insn_kind kind,
		dt_label end);

#endif
