/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A stopped thread that we control by ptrace(2).
 */
#ifndef DT_ARCH_PTRACE_H
#define DT_ARCH_PTRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { DT_PTRACE_BREAKPOINTS = 2 }; // at most

/** Places where a thread stops before it executes the instruction. */
struct dt_ptrace_breaks {
	pid_t thread;
	bool in_text; // as instructions in the program's text; false: by the processor
	uint64_t at[DT_PTRACE_BREAKPOINTS];
	size_t n;
	long text[DT_PTRACE_BREAKPOINTS]; // ours: what stood there
};

/** From now on it stops at these places, and at no others. False and errno: it cannot be told so.
 */
bool dt_ptrace_break(struct dt_ptrace_breaks *b);
/** The place at which it has stopped now; 0: somewhere else. */
uint64_t dt_ptrace_broken(const struct dt_ptrace_breaks *b);
void dt_ptrace_unbreak(struct dt_ptrace_breaks *b);
/** Has the processor just met the first of its breakpoints? */
bool dt_ptrace_has_met(pid_t thread);
/** Where it is. */
uint64_t dt_ptrace_pc(pid_t thread);
/** Is a system call the next that it does? */
bool dt_ptrace_at_syscall(pid_t thread);
/** Was the one instruction that it has just executed, at `from`, a call? Then the first argument.
 */
bool dt_ptrace_called(pid_t thread, bool is_32bit, uint64_t from, uint64_t *ret);

#endif
