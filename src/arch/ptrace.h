/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Controls a stopped thread by ptrace(2).
 */
#ifndef DT_ARCH_PTRACE_H
#define DT_ARCH_PTRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { DT_PTRACE_BREAKPOINTS = 2 }; // at most

/** Addresses at which a thread stops before it executes the instruction. */
struct dt_ptrace_breaks {
	pid_t thread;
	bool in_text; // breakpoint instructions in the program's text; false: debug registers
	uint64_t at[DT_PTRACE_BREAKPOINTS];
	size_t n;
	long text[DT_PTRACE_BREAKPOINTS]; // the original text; set by dt_ptrace_break()
};

/** Sets these breakpoints and removes all others. Returns false with errno on failure. */
bool dt_ptrace_break(struct dt_ptrace_breaks *b);
/** Returns the breakpoint at which the thread has stopped, or 0 if it stopped elsewhere. */
uint64_t dt_ptrace_broken(const struct dt_ptrace_breaks *b);
void dt_ptrace_unbreak(struct dt_ptrace_breaks *b);
/** Reports whether the processor has just met its first breakpoint. */
bool dt_ptrace_has_stopped(pid_t thread);
/** Returns the thread's program counter. */
uint64_t dt_ptrace_pc(pid_t thread);
/** Reports whether the thread's next instruction is a system call. */
bool dt_ptrace_at_syscall(pid_t thread);
/** Reports whether the instruction at `from`, which the thread has just executed, was a call. If
 * so, writes the callee's first argument to *ret. */
bool dt_ptrace_called(pid_t thread, bool is_32bit, uint64_t from, uint64_t *ret);

#endif
