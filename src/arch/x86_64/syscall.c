/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The 64-bit and the 32-bit ABI. The kernel sets TS_COMPAT in the thread's status for a 32-bit call
 * and clears it after sys_exit. Unlike the code segment, this flag also covers int 0x80 in 64-bit
 * code. On x86, thread_info is the first member of task_struct, even with randomised layout, and
 * `status` has followed `flags` and `syscall_work` since Linux 5.11 (checked: 6.1 to 7.x).
 *
 * The flag in a number marks calls of the x32 ABI of 64-bit code, which count as 64-bit calls. At
 * return, the number is in orig_ax. execve sets orig_ax for the new program's ABI, and sigreturn
 * replaces it by -1; the two sigreturn calls of 32-bit code are then indistinguishable.
 */
#include "arch/syscall.h"

#include "base/vec.h"

#include <linux/audit.h>
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
    .audit = AUDIT_ARCH_X86_64,
};
