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

bool dt_ptrace_at_syscall(pid_t thread)
{
	enum { INT_80 = 0x80cd, SYSENTER = 0x340f, SYSCALL = 0x050f };
	uint16_t insn = (uint16_t)ptrace(PTRACE_PEEKTEXT, thread, dt_ptrace_pc(thread), NULL);

	return insn == INT_80 || insn == SYSENTER || insn == SYSCALL;
}

bool dt_ptrace_called(pid_t thread, bool is_32bit, uint64_t from, uint64_t *ret)
{
	uint64_t words[2] = {0}, mask = is_32bit ? UINT32_MAX : UINT64_MAX;
	struct user_regs_struct regs;

	if (ptrace(PTRACE_GETREGS, thread, NULL, &regs))
		return false;
	// The words on top of the stack: on i386, where it returns to and the argument.
	for (size_t i = 0; i < 2; i++)
		words[i] = (uint64_t)ptrace(PTRACE_PEEKDATA, thread,
					    regs.rsp + i * (is_32bit ? 4 : 8), NULL) &
			   mask;
	*ret = is_32bit ? words[1] : regs.rdi;
	// A call has 2 to 15 bytes, and goes elsewhere than to the next instruction.
	return words[0] > from + 1 && words[0] <= from + 15 && regs.rip != words[0];
}
