/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/ptrace.h"

#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

#include <asm/ptrace.h>

enum {
	BRK = 0xd4200000,
	SVC = 0xd4000001,
	ENABLED = 1, // in the control word of a breakpoint, with the next two:
	IN_USER_MODE = 2 << 1,
	WHOLE_INSN = 0xf << 5,
};

static bool read_registers(pid_t thread, struct user_pt_regs *ret)
{
	struct iovec v = {ret, sizeof(*ret)};

	memset(ret, 0, sizeof(*ret));
	return !ptrace(PTRACE_GETREGSET, thread, NT_PRSTATUS, &v);
}

/** Sets the processor's first n breakpoints. The kernel disables the others. */
static bool break_by_processor(const struct dt_ptrace_breaks *b, size_t n)
{
	struct user_hwdebug_state state = {0};
	struct iovec v = {&state,
			  offsetof(struct user_hwdebug_state, dbg_regs[DT_PTRACE_BREAKPOINTS])};

	for (size_t i = 0; i < n; i++) {
		state.dbg_regs[i].addr = b->at[i];
		state.dbg_regs[i].ctrl = ENABLED | IN_USER_MODE | WHOLE_INSN;
	}
	return !ptrace(PTRACE_SETREGSET, b->thread, NT_ARM_HW_BREAK, &v);
}

static bool break_in_text(struct dt_ptrace_breaks *b)
{
	for (size_t i = 0; i < b->n; i++) {
		errno = 0;
		b->text[i] = ptrace(PTRACE_PEEKTEXT, b->thread, b->at[i], NULL);
		if (errno || ptrace(PTRACE_POKETEXT, b->thread, b->at[i],
				    (b->text[i] & ~(long)UINT32_MAX) | BRK))
			return false;
	}
	return true;
}

bool dt_ptrace_break(struct dt_ptrace_breaks *b)
{
	return b->in_text ? break_in_text(b) : break_by_processor(b, b->n);
}

void dt_ptrace_unbreak(struct dt_ptrace_breaks *b)
{
	if (!b->in_text)
		break_by_processor(b, 0);
	for (size_t i = b->n; b->in_text && i--;) // in reverse order: two may share a word
		ptrace(PTRACE_POKETEXT, b->thread, b->at[i], b->text[i]);
}

bool dt_ptrace_has_stopped(pid_t thread)
{
	siginfo_t info = {0};

	return !ptrace(PTRACE_GETSIGINFO, thread, NULL, &info) && info.si_signo == SIGTRAP &&
	       info.si_code == TRAP_HWBKPT;
}

uint64_t dt_ptrace_pc(pid_t thread)
{
	struct user_pt_regs regs;

	return read_registers(thread, &regs) ? regs.pc : 0;
}

uint64_t dt_ptrace_broken(const struct dt_ptrace_breaks *b)
{
	uint64_t pc = dt_ptrace_pc(b->thread);

	for (size_t i = 0; i < b->n; i++)
		if (pc == b->at[i])
			return pc;
	return 0;
}

bool dt_ptrace_at_syscall(pid_t thread)
{
	return (uint32_t)ptrace(PTRACE_PEEKTEXT, thread, dt_ptrace_pc(thread), NULL) == SVC;
}

bool dt_ptrace_called(pid_t thread, bool is_32bit, uint64_t from, uint64_t *ret)
{
	struct user_pt_regs regs;

	if (is_32bit || !read_registers(thread, &regs))
		return false;
	*ret = regs.regs[0];
	return regs.regs[30] == from + 4 && regs.pc != from + 4;
}
