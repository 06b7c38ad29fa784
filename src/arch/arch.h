/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The processor's architecture. What differs between one and another stands in a folder below
 * src/arch, of which the build takes that of the machine; the headers here say what it consists of:
 *
 *	arch.h     registers, conventions of programs, numbers of ELF and DWARF
 *	syscall.h  system calls
 *	operand.h  operands of assembly
 *	insn.h     machine code
 *	call.h     calls that become probes
 *	ptrace.h   breakpoints of processes that we control
 *	uprobe.h   what the kernel and programs of ours make of probed instructions
 *
 * To add one: docs/dev/add-an-architecture.md.
 */
#ifndef DT_ARCH_ARCH_H
#define DT_ARCH_ARCH_H

#include "types/convention.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DT_NO_REG = -1 };

/**
 * A kind of machine code that the processor executes, with the conventions of programs in it.
 * Registers are called by their places in the kernel's struct pt_regs, in bytes.
 */
struct dt_machine {
	uint16_t elf; // e_machine of its files
	struct dt_convention calls;
	int pc, sp, fp;
	/** The first calls.n_args arguments of a function, integers and addresses; the rest are
	 *  words of the stack, at its entry from `stack_args` above the stack pointer on. */
	int args[DT_ARG_REGS];
	unsigned stack_args;
	int result; // of a function
	/** What holds the return address at a function's entry and behind its frame; DT_NO_REG: the
	 *  word on top of the stack. */
	int link;
	// Numbers of registers in DWARF, and the places of the first of them.
	int dwarf_sp, dwarf_fp, dwarf_pc;
	int dwarf_bx; // by which assembly that aligns the stack finds its frame again
	int dwarf[DT_DWARF_REGS];
	// Relocations of words that the dynamic linker fills with addresses of functions: of an
	// IFUNC's choice, of others by name.
	uint32_t reloc_choice, reloc_names[2];
};

/** A register of uregs[]. */
struct dt_register_name {
	const char *name;
	unsigned number; // the index; several names may have one
	unsigned place;	 // up to n_saved in struct pt_regs, in words of 8 bytes; else of the thread
};

/** A register that the kernel keeps in a member of its struct thread_struct. */
struct dt_thread_register {
	const char *member;
	unsigned width;
};

struct dt_arch {
	const char *name;
	/** Other processors see stores in the order in which they were made. */
	bool orders_stores;
	/** Of the kernel and of most programs; of the others, whose word is 0 if there are none. */
	struct dt_machine native, compat;
	/** Interrupted code was the user's if these bits of that register are `user_mode`. */
	int mode;
	int64_t mode_bits, user_mode;
	/** uregs[]: n_saved registers are in struct pt_regs, the others in the thread's data. */
	const struct dt_register_name *registers;
	size_t n_registers;
	unsigned n_saved;
	const struct dt_thread_register *thread_registers;
	size_t n_thread_registers;
};

extern const struct dt_arch dt_arch;

const struct dt_machine *dt_machine_of(bool is_32bit);

#endif
