/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * 64-bit Arm. There is no compat machine: the kernel refuses uprobes in 32-bit programs.
 */
#include "arch/aarch64/registers.h"
#include "arch/arch.h"
#include "arch/plt.h"

#include "base/vec.h"

#include <elf.h>

static const struct dt_register_name registers[] = {
#define DT_REGISTER(name, number, place) {#name, number, place},
#include "arch/aarch64/registers.def"
#undef DT_REGISTER
};

// A register in the kernel's struct rt_sigframe: struct siginfo, the parts of struct ucontext
// before the registers, and the address of a fault.
#define SAVED(n) (128 + 176 + 8 + 8 * (n))

const struct dt_plt dt_plt = {.push = 0xa9bf7bf0, .head = 32}; // stp x16, x30, [sp, #-16]!

const struct dt_arch dt_arch = {
    .name = "arm64",
    .go_start = "_rt0_arm64_linux",
    .orders_memory = false,
    .signs_returns = true,
    .native = {.elf = EM_AARCH64,
	       .calls = {.word = 8,
			 .n_args = 8,
			 .n_float_args = 8,
			 .n_dwarf = 32,
			 .dwarf_args = {0, 1, 2, 3, 4, 5, 6, 7},
			 .largest = 16,
			 .is_aapcs64 = true},
	       .pc = DT_PC,
	       .sp = DT_SP,
	       .fp = DT_X(29),
	       .args = {DT_X(0), DT_X(1), DT_X(2), DT_X(3), DT_X(4), DT_X(5), DT_X(6), DT_X(7)},
	       .stack_args = 0,
	       .result = DT_X(0),
	       .link = DT_X(DT_LINK),
	       .signal_return = "__kernel_rt_sigreturn",
	       .signal = {.pc = SAVED(32), .sp = SAVED(31), .fp = SAVED(29), .extra = SAVED(30)},
	       .dwarf_sp = 31,
	       .dwarf_fp = 29,
	       .dwarf_pc = 32,
	       .dwarf_extra = DT_LINK,
	       .dwarf = {DT_X(0),  DT_X(1),  DT_X(2),  DT_X(3),	 DT_X(4),  DT_X(5),  DT_X(6),
			 DT_X(7),  DT_X(8),  DT_X(9),  DT_X(10), DT_X(11), DT_X(12), DT_X(13),
			 DT_X(14), DT_X(15), DT_X(16), DT_X(17), DT_X(18), DT_X(19), DT_X(20),
			 DT_X(21), DT_X(22), DT_X(23), DT_X(24), DT_X(25), DT_X(26), DT_X(27),
			 DT_X(28), DT_X(29), DT_X(30), DT_SP},
	       .reloc_choice = R_AARCH64_IRELATIVE,
	       .reloc_names = {R_AARCH64_JUMP_SLOT, R_AARCH64_GLOB_DAT},
	       .reloc_tls_descriptor = R_AARCH64_TLSDESC,
	       .reloc_tls_offset = R_AARCH64_TLS_TPREL,
	       .reloc_tls_module = R_AARCH64_TLS_DTPMOD},
    .mode = DT_PSTATE,
    .mode_bits = 0xf, // exception level and stack pointer
    .user_mode = 0,
    .registers = registers,
    .n_registers = dt_array_len(registers),
    .n_saved = DT_ORIG_X0 / 8 + 1,
    .thread_pointer = DT_KERNEL_TASK_TPIDR,
    .tls_vector = 0,
    .tls_vector_musl = -8,
    .tls_head = 16,
};
