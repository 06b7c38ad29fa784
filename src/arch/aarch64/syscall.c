/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The calls of 64-bit code and of 32-bit code, which kernels with CONFIG_COMPAT run on processors
 * that can execute it. orig_x0 keeps the first argument beside the result.
 *
 * `syscallno` keeps the number until the return; sigreturn replaces it by -1. execve clears all
 * registers but preserves `syscallno` (start_thread_common()), although the new program may be of
 * the other ABI, in which the number means another call. The kernel takes numbers from x8 and r7:
 * if both are 0, the call was execve or execveat.
 *
 * Decision: docs/dev/decisions/0002-32-bit-calls-by-thread-status.md
 */
#include "arch/syscall.h"

#include "arch/aarch64/registers.h"
#include "base/vec.h"

#include <linux/audit.h>

#define SYSCALL(nr, name_, n, ...) [nr] = {.name = #name_, .n_args = n, .types = {__VA_ARGS__}},
static const struct dt_syscall a64_calls[] = {
#include "arch/aarch64/a64.def"
};
static const struct dt_syscall a32_calls[] = {
#include "arch/aarch64/a32.def"
};
#undef SYSCALL
_Static_assert(dt_array_len(a64_calls) <= DT_SYSCALL_MAX, "numbers are below");
_Static_assert(dt_array_len(a32_calls) <= DT_SYSCALL_MAX, "numbers are below");

#define ARGS                                                            \
	{                                                               \
		DT_ORIG_X0, DT_X(1), DT_X(2), DT_X(3), DT_X(4), DT_X(5) \
	}

const struct dt_syscalls dt_syscalls = {
    .abis = {[DT_SYSCALL_NATIVE] = {.module = "a64",
				    .calls = a64_calls,
				    .n = dt_array_len(a64_calls),
				    .args = ARGS,
				    .width = 8,
				    .sigreturn = 139,
				    .asked = DT_X(8),
				    .execs = {221, 281}},
	     [DT_SYSCALL_COMPAT] = {.module = "a32",
				    .calls = a32_calls,
				    .n = dt_array_len(a32_calls),
				    .args = ARGS,
				    .width = 4,
				    .sigreturn = 119,
				    .asked = DT_X(7),
				    .execs = {11, 387}}},
    .number = DT_SYSCALLNO,
    .exec_keeps_number = true,
    .status = 0,      // flags of thread_info, the first member of task_struct
    .compat_bit = 22, // TIF_32BIT
    .audit = AUDIT_ARCH_AARCH64,
};
