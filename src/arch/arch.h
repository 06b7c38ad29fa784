/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The processor's architecture. Each architecture is a folder below src/arch, and the build
 *compiles the folder of the target machine. These headers define what a folder must provide:
 *
 *	arch.h     registers, conventions of programs, numbers of ELF and DWARF
 *	syscall.h  system calls
 *	operand.h  operands of assembly
 *	insn.h     machine code
 *	held.h     the effect of instructions on frames
 *	call.h     calls that become probes
 *	ptrace.h   breakpoints in processes controlled by ptrace(2)
 *	uprobe.h   how the kernel and BPF programs execute probed instructions
 *
 * To add one: docs/dev/add-an-architecture.md.
 */
#ifndef DT_ARCH_ARCH_H
#define DT_ARCH_ARCH_H

#include "types/btf/members.h"
#include "types/convention.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DT_NO_REG = -1 };

/**
 * A kind of machine code that the processor executes, with its calling convention. A register is
 * identified by its byte offset in the kernel's struct pt_regs.
 */
struct dt_machine {
	uint16_t elf; // e_machine of its ELF files
	struct dt_convention calls;
	int pc, sp, fp;
	/** Registers of the first calls.n_args integer or pointer arguments of a function. The
	 *  others are words on the stack: at entry, they begin `stack_args` above the stack
	 *  pointer. */
	int args[DT_ARG_REGS];
	unsigned stack_args;
	int result; // register of a function's result
	/** Register of the return address at a function's entry and after its epilogue; DT_NO_REG:
	 *  the word on top of the stack. */
	int link;
	/** The function of the vDSO to which handlers of signals return, if no unwinding table
	 *  describes it, and how far above the stack pointer there the kernel saved registers. */
	const char *signal_return;
	struct {
		int pc, sp, fp, extra;
	} signal;
	// DWARF numbers of some registers, and the offsets of the first calls.n_dwarf registers.
	int dwarf_sp, dwarf_fp, dwarf_pc;
	int dwarf_extra; // see DT_UNWIND_EXTRA in abi/unwind.h
	int dwarf[DT_DWARF_REGS];
	// Relocations of words that the dynamic linker fills with addresses of functions: the
	// result of an IFUNC's resolver, and functions by name.
	uint32_t reloc_choice, reloc_names[2];
	// Relocations of the words from which the address of a thread-local variable is computed
	// (symbols/elf/tls.h); 0: programs cannot find these variables.
	uint32_t reloc_tls_descriptor, reloc_tls_offset, reloc_tls_module;
};

/** A register of uregs[]. */
struct dt_register_name {
	const char *name;
	unsigned number; // index in uregs[]; several names may share an index
	unsigned place;	 // below n_saved: index in struct pt_regs in words; else: of the thread
};

/** A register that the kernel keeps in a member of its struct thread_struct. */
struct dt_thread_register {
	enum dt_kernel_member member;
	unsigned width;
};

struct dt_arch {
	const char *name;
	/** Other processors see stores in program order, and reads are in program order too. */
	bool orders_memory;
	/** Programs may sign return addresses. The signature is in the upper bits, above those of
	 *  the process's addresses. */
	bool signs_returns;
	/** `native` is the machine of the kernel and most programs, `compat` that of the other
	 *  programs; its word size is 0 if there is none. */
	struct dt_machine native, compat;
	/** The interrupted code ran in user mode if the `mode_bits` of register `mode` are
	 *  `user_mode`. */
	int mode;
	int64_t mode_bits, user_mode;
	/** uregs[]: the first n_saved registers are in struct pt_regs, the others in the thread's
	 *  struct. */
	const struct dt_register_name *registers;
	size_t n_registers;
	unsigned n_saved;
	const struct dt_thread_register *thread_registers;
	size_t n_thread_registers;
	/** Member of struct task_struct with the thread pointer of user mode, and the offset from
	 *  there of the address of the thread's vector of TLS blocks, of glibc and of musl. The
	 * program's block follows the tls_head bytes there; if tls_head is 0, the block ends at the
	 * thread pointer. */
	enum dt_kernel_member thread_pointer;
	int tls_vector, tls_vector_musl;
	unsigned tls_head;
	const char *go_start; // function at which programs of Go begin
};

extern const struct dt_arch dt_arch;

const struct dt_machine *dt_machine_of(bool is_32bit);
/** Returns the number of upper bits that a signature may occupy in a return address of a user
 *  program; 0: return addresses are not signed. */
unsigned dt_arch_signature_bits(void);

#endif
