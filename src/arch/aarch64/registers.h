/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Offsets in the kernel's struct pt_regs. They are numbers, so that the files about machine code
 * compile on every host.
 */
#ifndef DT_ARCH_AARCH64_REGISTERS_H
#define DT_ARCH_AARCH64_REGISTERS_H

#define DT_X(n) (8 * (n))

enum {
	DT_LINK = 30, // x30, the return address
	DT_SP = DT_X(31),
	DT_PC = DT_X(32),
	DT_PSTATE = DT_X(33),
	DT_ORIG_X0 = DT_X(34), // the first argument of a system call, also at its return
	DT_SYSCALLNO = DT_X(35),
};

#endif
