/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The gate: a target that opens a library waits at the hook of its dynamic linker, before any code
 * of the library has run, until the library is probed. Its thread waits in the kernel, in our BPF
 * program (struct dt_gate). It receives no signal, no debugger is attached, and its parent sees no
 * stop. If dtrace shows no sign of life, the thread continues after half a second.
 *
 * Where programs run inside the target, the hook is one of their sites, and the thread spins there
 * with all its locks. It is stopped while its probes are placed.
 *
 * The gate does not cover files that a process maps without the linker. After an exec(2), the
 * linker passes the hook as well, but a static program runs before that.
 */
#ifndef DT_SESSION_GATE_H
#define DT_SESSION_GATE_H

#include "abi/layout.h"
#include "ebpf/ebpf.h"
#include "session/core/session.h"

#include <pthread.h>
#include <sys/types.h>

/** A thread that shows at a gate that dtrace is alive. It must not be moved in memory. */
struct dt_beating {
	struct dt_gate *gate;
	int wake; // eventfd, to end at once
	pthread_t thread;
	bool is_on, done;
};

/** The processes that use the gate or wait at it. */
struct dt_gatekeeper {
	struct dt_gate *gate; // shared with the program; NULL: no gate
	bool is_inside;	      // the target may write anything there
	struct dt_wake wake;
	dt_vec(pid_t) armed;	     // processes that use the gate
	dt_vec(pid_t) waiting;	     // processes whose arrivals are being answered
	uint64_t next, expired;	     // known arrivals
	bool is_late;		     // a process being answered gave up waiting
	struct dt_beating following; // at the gate of execve(2), as long as processes are followed
};

/** Begins, and ends. */
void dt_session_beating_begin(struct dt_beating *b, struct dt_gate *gate);
void dt_session_beating_end(struct dt_beating *b);

/** Lets targets wait from now on, if their linker has a hook. */
struct dt_error *dt_session_gate_begin(struct dtrace *d) dt_must_use;
/** Arms a process that may have a dynamic linker by now. */
void dt_session_gate_arm(struct dtrace *d, pid_t pid);
/** Reports whether the process waits before it runs newly mapped code. */
bool dt_session_gate_is_armed(const struct dtrace *d, pid_t pid);
/** Reports whether processes have arrived, and writes them to d->gatekeeper->waiting. */
bool dt_session_gate_receive(struct dtrace *d);
/** Runs `work` for the waiting processes and lets them continue. Meanwhile the gate shows that
 * dtrace is alive. */
void dt_session_gate_answer(struct dtrace *d, struct dt_error *(*work)(struct dtrace *d),
			    struct dt_error **err);
/** Opens the gate for good: no process waits any more. */
void dt_session_gate_open(struct dtrace *d);
void dt_session_gate_deinit(struct dtrace *d);

#endif
