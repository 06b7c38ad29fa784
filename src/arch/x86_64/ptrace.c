/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/ptrace.h"

#include <sys/ptrace.h>
#include <sys/user.h>

enum { CONTROL = 7 }; // the debug register that switches the others on

static bool set_debug_register(pid_t thread, size_t n, uint64_t value)
{
	return !ptrace(PTRACE_POKEUSER, thread,
		       offsetof(struct user, u_debugreg) + n * sizeof(uint64_t), value);
}

bool dt_ptrace_break(pid_t thread, const uint64_t *at, size_t n)
{
	uint64_t on = 0;

	for (size_t i = 0; i < n; i++) {
		if (!set_debug_register(thread, i, at[i]))
			return false;
		on |= UINT64_C(1) << 2 * i;
	}
	return set_debug_register(thread, CONTROL, on);
}

uint64_t dt_ptrace_pc(pid_t thread)
{
	return (uint64_t)ptrace(PTRACE_PEEKUSER, thread, offsetof(struct user, regs.rip), NULL);
}
