/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * x86-64, with i386 as its compat machine. The kernel saves the registers of a thread as those of
 * the 64-bit machine, even in 32-bit code.
 */
#include "arch/arch.h"
#include "arch/held.h"
#include "arch/plt.h"

#include "base/vec.h"

#include <elf.h>
#include <sys/user.h>

// The kernel's struct pt_regs has the same order as user_regs_struct of ptrace(2).
#define REG(name) offsetof(struct user_regs_struct, name)

static const struct dt_register_name registers[] = {
#define DT_REGISTER(name, number, place) {#name, number, place},
#include "arch/x86_64/registers.def"
#undef DT_REGISTER
};

static const struct dt_thread_register thread_registers[] = {
    {DT_KERNEL_THREAD_DS, 2},	   {DT_KERNEL_THREAD_ES, 2},   {DT_KERNEL_THREAD_FSINDEX, 2},
    {DT_KERNEL_THREAD_GSINDEX, 2}, {DT_KERNEL_THREAD_TRAP, 8},
};

const struct dt_follower dt_follower = {0};

const struct dt_plt dt_plt = {0};

const struct dt_arch dt_arch = {
    .name = "x86",
    .go_start = "_rt0_amd64_linux",
    .orders_memory = true,
    .native = {.elf = EM_X86_64,
	       .calls = {.word = 8,
			 .n_args = 6,
			 .n_float_args = 8,
			 .n_dwarf = 16,
			 .dwarf_args = {5, 4, 1, 2, 8, 9},
			 .largest = 16},
	       .pc = REG(rip),
	       .sp = REG(rsp),
	       .fp = REG(rbp),
	       .args = {REG(rdi), REG(rsi), REG(rdx), REG(rcx), REG(r8), REG(r9)},
	       .stack_args = 8,
	       .result = REG(rax),
	       .link = DT_NO_REG,
	       .dwarf_sp = 7,
	       .dwarf_fp = 6,
	       .dwarf_pc = 16,
	       .dwarf_extra = 3,
	       .dwarf = {REG(rax), REG(rdx), REG(rcx), REG(rbx), REG(rsi), REG(rdi), REG(rbp),
			 REG(rsp), REG(r8), REG(r9), REG(r10), REG(r11), REG(r12), REG(r13),
			 REG(r14), REG(r15)},
	       .reloc_choice = R_X86_64_IRELATIVE,
	       .reloc_names = {R_X86_64_JUMP_SLOT, R_X86_64_GLOB_DAT},
	       .reloc_tls_descriptor = R_X86_64_TLSDESC,
	       .reloc_tls_offset = R_X86_64_TPOFF64,
	       .reloc_tls_module = R_X86_64_DTPMOD64},
    .compat = {.elf = EM_386,
	       .calls = {.word = 4, .n_dwarf = 16},
	       .pc = REG(rip),
	       .sp = REG(rsp),
	       .fp = REG(rbp),
	       .stack_args = 4,
	       .result = REG(rax),
	       .link = DT_NO_REG,
	       .dwarf_sp = 4,
	       .dwarf_fp = 5,
	       .dwarf_pc = 8,
	       .dwarf_extra = 3,
	       .dwarf = {REG(rax), REG(rcx), REG(rdx), REG(rbx), REG(rsp), REG(rbp), REG(rsi),
			 REG(rdi), DT_NO_REG, DT_NO_REG, DT_NO_REG, DT_NO_REG, DT_NO_REG, DT_NO_REG,
			 DT_NO_REG, DT_NO_REG},
	       .reloc_choice = R_386_IRELATIVE,
	       .reloc_names = {R_386_JMP_SLOT, R_386_GLOB_DAT}},
    .mode = REG(cs),
    .mode_bits = 3, // the privilege level
    .user_mode = 3,
    .registers = registers,
    .n_registers = dt_array_len(registers),
    .n_saved = REG(ss) / 8 + 1,
    .thread_registers = thread_registers,
    .n_thread_registers = dt_array_len(thread_registers),
    .thread_pointer = DT_KERNEL_TASK_FSBASE,
    .tls_vector = 8,
    .tls_vector_musl = 8,
};
