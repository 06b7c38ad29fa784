/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The architecture's system calls: which there are, and how a program of ours on sys_enter and
 * sys_exit tells them apart (provider/syscall/context.c).
 */
#ifndef DT_ARCH_SYSCALL_H
#define DT_ARCH_SYSCALL_H

#include <stddef.h>
#include <stdint.h>

enum {
	DT_SYSCALL_ARGS = 6,
	DT_SYSCALL_MAX = 512, // numbers of all ABIs are below
};

struct dt_syscall {
	const char *name; // NULL: no call of that number
	unsigned n_args;
	const char *types[DT_SYSCALL_ARGS]; // in C, of what D itself defines
};

enum dt_syscall_abi { DT_SYSCALL_NATIVE, DT_SYSCALL_COMPAT, DT_SYSCALL_ABIS };

/** The calls of one ABI. */
struct dt_syscall_table {
	const char *module;		// what probes have as module
	const struct dt_syscall *calls; // by number
	size_t n;
	int args[DT_SYSCALL_ARGS]; // the registers of the arguments, as places in struct pt_regs,
	unsigned width;		   // of which so many bytes count
	unsigned sigreturn;	   // its number
};

struct dt_syscalls {
	struct dt_syscall_table abis[DT_SYSCALL_ABIS];
	/** The register in which the number is at return; -1 in it: sigreturn has replaced all. */
	int number;
	uint32_t flags; // bits of a number that are none
	/** This bit of 32 at that place of struct task_struct is set during a compat call. */
	unsigned status, compat_bit;
};

extern const struct dt_syscalls dt_syscalls;

#endif
