/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Architecture-specific properties of uprobes: in the kernel, and in generated programs.
 */
#ifndef DT_ARCH_UPROBE_H
#define DT_ARCH_UPROBE_H

#include "arch/insn.h"
#include "ir/ir.h"

/**
 * Reports whether the running kernel's unwinder treats a probe on this kind of instruction as one
 * at a function's entry, so that it finds the caller although no frame is set up. Where kernels
 * differ this searches the kernel's BTF, which takes milliseconds.
 */
bool dt_unwinder_knows_entry(enum dt_insn_kind kind);

/** Kinds of instructions that the kernel emulates instead of single-stepping them, in Linux 6.1 and
 *  later. */
extern const bool dt_kernel_emulates[DT_N_INSN_KINDS];

/** Reports whether a BPF program can execute an instruction of this kind instead of the kernel. */
bool dt_can_execute(const struct dt_machine *m, enum dt_insn_kind kind);
/** Appends code that executes the instruction, for a program that may write to registers. In
 *  unexpected states the code jumps to `end`, and the kernel executes the instruction. */
void dt_execute(const struct dt_machine *m, struct dt_ir_func *f, enum dt_insn_kind kind,
		dt_label end);

enum { DT_UPROBE_JUMP = 5 }; // bytes of a jump, at most
/** Returns the size of the jump with which `now` begins if a dtrace may have put it there instead
 *  of the file's code, or 0. Both have `n` bytes. Breakpoints are no difference: what looks like a
 *  jump may be the end of an instruction, before one with a uprobe. If the bytes also fit a jump
 *  that begins a little later, the size is that of both together. */
size_t dt_uprobe_jump(const uint8_t *now, const uint8_t *file, size_t n);

#endif
