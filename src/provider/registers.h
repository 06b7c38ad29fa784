/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Reads the registers of the traced code by the conventions of its machine, for contexts of
 * programs whose argument is struct pt_regs. Other files of the providers do not depend on that
 * form, except usdt/interpret.c.
 */
#ifndef DT_PROVIDER_REGISTERS_H
#define DT_PROVIDER_REGISTERS_H

#include "arch/arch.h"
#include "ir/context.h"

/** Reads a register by its offset, as listed in struct dt_machine. */
dt_reg dt_register(struct dt_ir_func *f, int offset);
/** Reads argument `n` of the function being entered, numbered as in types/convention.h; 0 if it
 *  cannot be read. */
dt_reg dt_register_arg(const struct dt_machine *m, struct dt_ir_func *f, unsigned n);
/** The same for a kernel function. */
dt_reg dt_register_kernel_arg(struct dt_ir_func *f, unsigned n);
/** Reads the return address at the function's entry or return; 0 if it cannot be read. */
dt_reg dt_register_return_address(const struct dt_machine *m, struct dt_ir_func *f);
/** Removes the signature that a return address of a program may have. */
dt_reg dt_register_strip(struct dt_ir_func *f, dt_reg address);
/** Reads the function's result at its return. */
dt_reg dt_register_result(const struct dt_machine *m, struct dt_ir_func *f);
/** Reads up to 8 bytes of the process's memory to `to`, memory of the program, which keeps its
 * value if they cannot be read. Inside the process, bytes in the page of the stack pointer, which
 * exists, are loaded; others take a system call. */
void dt_register_read(const struct dt_machine *m, struct dt_ir_func *f, dt_reg to, unsigned size,
		      dt_reg address);
/** Reads a machine word from the process's memory; 0 if it cannot be read. */
dt_reg dt_register_word(const struct dt_machine *m, struct dt_ir_func *f, dt_reg address);
/** The same from the kernel's memory. */
dt_reg dt_register_kernel_word(const struct dt_machine *m, struct dt_ir_func *f, dt_reg address);

/** dt_context.uregs of any program that runs in a thread: its user-mode registers. */
dt_reg dt_register_user(const struct dt_context *self, struct dt_ir_func *f);

#endif
