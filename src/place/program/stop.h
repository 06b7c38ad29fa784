/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Stops all threads that run in a target's memory, and lets them go. The target does not notice:
 * signals that arrive meanwhile stay pending, job control's stops remain, and system calls that the
 * stop has interrupted are repeated.
 */
#ifndef DT_PLACE_PROGRAM_STOP_H
#define DT_PLACE_PROGRAM_STOP_H

#include "base/error.h"
#include "base/map.h"
#include "base/vec.h"
#include "place/program/registers.h"
#include "place/task.h"

enum dt_task_state { DT_TASK_RUNNING, DT_TASK_STOPPED, DT_TASK_GONE };

struct dt_task {
	pid_t tid, group; // the group is the process
	enum dt_task_state state;
	bool is_waiting;	  // stopped: it waits in the kernel; only pc and sp are known
	bool is_foreign;	  // it runs 32-bit code
	bool is_kept;		  // stopped before, and after
	struct dt_registers regs; // of a stopped task
};

/** The options of every traced thread. */
enum { DT_TRACE_OPTIONS = 1 | 0x10 }; // PTRACE_O_TRACESYSGOOD, PTRACE_O_TRACEEXEC

enum {
	DT_EVENT_SHIFT = 16, // of a status of waitpid(2)
	DT_SYSGOOD = 0x80,   // in its signal: a system call
};

/** Threads that are traced between stops. */
struct dt_laggards {
	dt_vec(pid_t) tids; // did not stop in time; they are let go as soon as they stop
	dt_vec(pid_t) kept; // stand still until they are let go (exec/exec.h)
};

struct dt_stop {
	pid_t pid;
	dt_vec(struct dt_task) tasks;
	struct dt_map index; // by tid: index in `tasks` plus 1
	size_t n_running;
	bool has_executed; // the process has executed another program meanwhile
	struct dt_laggards *laggards;
};

/** Stops all threads of a process, and of other processes that share its memory. Tries for a few
 *  seconds; threads in vfork(2), for example, cannot stop. The caller ends *ret after success. */
struct dt_error *dt_stop_begin(pid_t pid, struct dt_laggards *laggards,
			       struct dt_stop *ret) dt_must_use;
void dt_stop_end(struct dt_stop *s);

/** Returns the next stopped task after `k`, or the first one after NULL; NULL at the end. */
struct dt_task *dt_stop_next(struct dt_stop *s, struct dt_task *k);

/** Reports whether the thread stands still between stops. */
bool dt_stop_keeps(const struct dt_laggards *l, pid_t tid);
/** Seizes a thread, outside of a stop. Returns 0 or an errno; dt_stop_explain() is about EPERM. */
int dt_stop_seize(struct dt_laggards *l, pid_t tid);
/** Returns the reason why a thread of a process cannot be traced. */
struct dt_error *dt_stop_explain(pid_t pid, pid_t tid) dt_must_use;

/** Returns the signal that the thread of an event of waitpid(2) is about to get, or 0. */
long dt_stop_signal(int status);
/** Handles events outside of a stop: lets laggards go. */
void dt_laggards_reap(struct dt_laggards *l);

/** Returns the number on a line such as "TracerPid:" of a thread's status; `base` as of strtoull().
 *  0 if there is none. */
uint64_t dt_task_status(pid_t tid, const char *key, int base);
/** Returns the id that the thread has in its own pid namespace. */
pid_t dt_task_own_id(pid_t tid);

#endif
