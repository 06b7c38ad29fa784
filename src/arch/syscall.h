/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The architecture's system calls: their table, and how a BPF program on sys_enter or sys_exit
 * distinguishes them (provider/syscall/context.c).
 */
#ifndef DT_ARCH_SYSCALL_H
#define DT_ARCH_SYSCALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	DT_SYSCALL_ARGS = 6,
	DT_SYSCALL_MAX = 512, // limit of the numbers of all ABIs
};

struct dt_syscall {
	const char *name; // NULL: unused number
	unsigned n_args;
	const char *types[DT_SYSCALL_ARGS]; // C types, made of types that D defines
};

enum dt_syscall_abi { DT_SYSCALL_NATIVE, DT_SYSCALL_COMPAT, DT_SYSCALL_ABIS };

/** The calls of one ABI. */
struct dt_syscall_table {
	const char *module;		// module of its probes
	const struct dt_syscall *calls; // by number
	size_t n;
	int args[DT_SYSCALL_ARGS]; // registers of the arguments: offsets in struct pt_regs
	unsigned width;		   // bytes of an argument
	unsigned sigreturn;	   // number of sigreturn
	// If execve keeps the number: the register from which the kernel took it, and the numbers
	// of execve and execveat.
	int asked;
	unsigned execs[2];
};

struct dt_syscalls {
	struct dt_syscall_table abis[DT_SYSCALL_ABIS];
	/** Register of the number at return; it holds -1 after sigreturn replaced all registers. */
	int number;
	/** execve leaves the number that it had in the ABI of the old program, and zeroes the
	 *  registers `asked` of both ABIs. Otherwise, it is that of the new program's ABI. */
	bool exec_keeps_number;
	uint32_t flags; // flag bits in a number
	/** During a compat call, bit compat_bit of the 32-bit word at offset `status` of struct
	 *  task_struct is set. */
	unsigned status, compat_bit;
	uint32_t audit; // AUDIT_ARCH_… of native calls, for filters of system calls
};

extern const struct dt_syscalls dt_syscalls;

#endif
