/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The calls of 64-bit code. orig_x0 keeps the first argument beside the result. `syscallno` keeps
 * the number until the return; execve preserves it, and sigreturn replaces it by -1.
 */
#include "arch/syscall.h"

#include "arch/aarch64/registers.h"
#include "base/vec.h"

#define SYSCALL(nr, name_, n, ...) [nr] = {.name = #name_, .n_args = n, .types = {__VA_ARGS__}},
static const struct dt_syscall calls[] = {
#include "arch/aarch64/a64.def"
};
#undef SYSCALL
_Static_assert(dt_array_len(calls) <= DT_SYSCALL_MAX, "numbers are below");

const struct dt_syscalls dt_syscalls = {
    .abis =
	{[DT_SYSCALL_NATIVE] = {.module = "a64",
				.calls = calls,
				.n = dt_array_len(calls),
				.args = {DT_ORIG_X0, DT_X(1), DT_X(2), DT_X(3), DT_X(4), DT_X(5)},
				.width = 8,
				.sigreturn = 139},
	 // Only told apart from the native calls.
	 [DT_SYSCALL_COMPAT] = {.module = "a32",
				.args = {DT_ORIG_X0, DT_X(1), DT_X(2), DT_X(3), DT_X(4), DT_X(5)},
				.width = 4,
				.sigreturn = 119}},
    .number = DT_SYSCALLNO,
    .status = 0,      // flags of thread_info, the first member of task_struct
    .compat_bit = 22, // TIF_32BIT
};
