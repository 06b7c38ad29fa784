/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Both ABIs. A 32-bit call is one for which the kernel has set TS_COMPAT in the thread's status: it
 * covers 32-bit programs and int 0x80 in 64-bit code alike, where the code segment would miss the
 * latter, and it stays set until after sys_exit. thread_info is the first member of task_struct on
 * x86, also with randomised layout, and `status` has followed `flags` and `syscall_work` since
 * Linux 5.11 (6.1 to 7.x checked).
 *
 * The flag in a number marks calls of the x32 ABI of 64-bit code, which are 64-bit calls. The
 * number at return is in orig_ax, which execve sets anew for the new program's ABI, and which
 * sigreturn replaces by -1. 32-bit code has two calls of that kind, which look the same by then.
 */
#include "arch/syscall.h"

#include "base/vec.h"

#include <sys/user.h>

#define REG(name) offsetof(struct user_regs_struct, name)

#define SYSCALL(nr, name_, n, ...) [nr] = {.name = #name_, .n_args = n, .types = {__VA_ARGS__}},
static const struct dt_syscall x64_calls[] = {
#include "arch/x86_64/x64.def"
};
static const struct dt_syscall x32_calls[] = {
#include "arch/x86_64/x32.def"
};
#undef SYSCALL
_Static_assert(dt_array_len(x64_calls) <= DT_SYSCALL_MAX, "numbers are below");
_Static_assert(dt_array_len(x32_calls) <= DT_SYSCALL_MAX, "numbers are below");

const struct dt_syscalls dt_syscalls = {
    .abis = {[DT_SYSCALL_NATIVE] = {.module = "x64",
				    .calls = x64_calls,
				    .n = dt_array_len(x64_calls),
				    .args = {REG(rdi), REG(rsi), REG(rdx), REG(r10), REG(r8),
					     REG(r9)},
				    .width = 8,
				    .sigreturn = 15},
	     [DT_SYSCALL_COMPAT] = {.module = "x32",
				    .calls = x32_calls,
				    .n = dt_array_len(x32_calls),
				    .args = {REG(rbx), REG(rcx), REG(rdx), REG(rsi), REG(rdi),
					     REG(rbp)},
				    .width = 4,
				    .sigreturn = 119}},
    .number = REG(orig_rax),
    .flags = 0x40000000,
    .status = 16,
    .compat_bit = 1, // TS_COMPAT
};
