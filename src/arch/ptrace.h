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

/** From now on it stops at these addresses, and at no others, by breakpoints of the processor: the
 *  program's text stays as it is. False and errno: it cannot be told so. */
bool dt_ptrace_break(pid_t thread, const uint64_t *at, size_t n);
/** Where it is. */
uint64_t dt_ptrace_pc(pid_t thread);
/** Is a system call the next that it does? */
bool dt_ptrace_at_syscall(pid_t thread);
/** Was the one instruction that it has just executed, at `from`, a call? Then the first argument.
 */
bool dt_ptrace_called(pid_t thread, bool is_32bit, uint64_t from, uint64_t *ret);

#endif
