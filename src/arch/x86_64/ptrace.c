/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/ptrace.h"

#include <errno.h>
#include <sys/ptrace.h>
#include <sys/user.h>

enum { STATUS = 6, CONTROL = 7 }; // debug registers: breakpoints met, breakpoints enabled
enum { INT3 = 0xcc };

static bool set_debug_register(pid_t thread, size_t n, uint64_t value)
{
	return !ptrace(PTRACE_POKEUSER, thread,
		       offsetof(struct user, u_debugreg) + n * sizeof(uint64_t), value);
}

static bool break_by_processor(const struct dt_ptrace_breaks *b)
{
	uint64_t on = 0;

	for (size_t i = 0; i < b->n; i++) {
		if (!set_debug_register(b->thread, i, b->at[i]))
			return false;
		on |= UINT64_C(1) << 2 * i;
	}
	return set_debug_register(b->thread, CONTROL, on);
}

static bool break_in_text(struct dt_ptrace_breaks *b)
{
	for (size_t i = 0; i < b->n; i++) {
		errno = 0;
		b->text[i] = ptrace(PTRACE_PEEKTEXT, b->thread, b->at[i], NULL);
		if (errno || ptrace(PTRACE_POKETEXT, b->thread, b->at[i],
				    (b->text[i] & ~(long)UINT8_MAX) | INT3))
			return false;
	}
	return true;
}

bool dt_ptrace_break(struct dt_ptrace_breaks *b)
{
	return b->in_text ? break_in_text(b) : break_by_processor(b);
}

void dt_ptrace_unbreak(struct dt_ptrace_breaks *b)
{
	if (!b->in_text)
		set_debug_register(b->thread, CONTROL, 0);
	for (size_t i = b->n; b->in_text && i--;) // in reverse order: two may share a word
		ptrace(PTRACE_POKETEXT, b->thread, b->at[i], b->text[i]);
}

bool dt_ptrace_has_stopped(pid_t thread)
{
	return ptrace(PTRACE_PEEKUSER, thread,
		      offsetof(struct user, u_debugreg) + STATUS * sizeof(uint64_t), NULL) &
	       1;
}

uint64_t dt_ptrace_pc(pid_t thread)
{
	return (uint64_t)ptrace(PTRACE_PEEKUSER, thread, offsetof(struct user, regs.rip), NULL);
}

uint64_t dt_ptrace_broken(const struct dt_ptrace_breaks *b)
{
	uint64_t pc = dt_ptrace_pc(b->thread) - b->in_text; // the pc is behind the int3

	for (size_t i = 0; i < b->n; i++) {
		if (pc != b->at[i])
			continue;
		if (b->in_text)
			ptrace(PTRACE_POKEUSER, b->thread, offsetof(struct user, regs.rip), pc);
		return pc;
	}
	return 0;
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
	// The words on top of the stack: the return address and, on i386, the argument.
	for (size_t i = 0; i < 2; i++)
		words[i] = (uint64_t)ptrace(PTRACE_PEEKDATA, thread,
					    regs.rsp + i * (is_32bit ? 4 : 8), NULL) &
			   mask;
	*ret = is_32bit ? words[1] : regs.rdi;
	// A call has 2 to 15 bytes and does not lead to the next instruction.
	return words[0] > from + 1 && words[0] <= from + 15 && regs.rip != words[0];
}
