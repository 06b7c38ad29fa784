/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Reading the registers of the code that a probe is in, by the conventions of its machine: for
 * contexts of programs that are given struct pt_regs.
 */
#ifndef DT_PROVIDER_REGISTERS_H
#define DT_PROVIDER_REGISTERS_H

#include "arch/arch.h"
#include "ir/context.h"

/** A register by its place, as struct dt_machine has them. */
dt_reg dt_register(struct dt_ir_func *f, int place);
/** Argument `n` of the function that is entered, numbered as in types/convention.h; 0 if it cannot
 *  be read. */
dt_reg dt_register_arg(const struct dt_machine *m, struct dt_ir_func *f, unsigned n);
/** The same of a function of the kernel. */
dt_reg dt_register_kernel_arg(struct dt_ir_func *f, unsigned n);
/** The address to which the function returns, at its entry or at its return; 0 if it cannot be
 *  read. */
dt_reg dt_register_return_address(const struct dt_machine *m, struct dt_ir_func *f);
/** What the function returns, at its return. */
dt_reg dt_register_result(const struct dt_machine *m, struct dt_ir_func *f);
/** A word of the machine in the process's memory; 0 if it cannot be read. */
dt_reg dt_register_word(const struct dt_machine *m, struct dt_ir_func *f, dt_reg address);

/** dt_context.uregs of any program that runs in a thread: the registers of its user mode. */
dt_reg dt_register_user(const struct dt_context *self, struct dt_ir_func *f);

#endif
