/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The gate: a target that opens a library waits at the hook of its dynamic linker, before any code
 * of the library has run, until the library is probed. Its thread waits in a program of ours there
 * (struct dt_gate), in the kernel: it gets no signal, no debugger, and whoever waits for its end
 * sees no stop. Whatever becomes of us, it goes on after half a second.
 *
 * What reaches a process without the linker is not waited for: files that it maps by itself, and
 * the program and libraries of an exec(2), whose linker passes the hook as well, but not before the
 * first instruction of a static program.
 */
#ifndef DT_SESSION_GATE_H
#define DT_SESSION_GATE_H

#include "abi/layout.h"
#include "base/vec.h"
#include "consume/ring/wake.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct dtrace;
struct dt_prog;

struct dt_gatekeeper {
	struct dt_gate *gate; // shared; NULL: nobody waits
	struct dt_wake wake;
	dt_vec(pid_t) armed;	// processes that wait
	dt_vec(pid_t) waiting;	// while their arrivals are answered
	uint64_t next, expired; // arrivals that are known
	bool is_late;		// one of those being answered gave up
};

/** Is there anything to wait for? Before programs are generated. */
bool dt_session_gate_is_wanted(const struct dtrace *d);
/** Have targets wait from here on, as far as they can. */
struct dt_error *dt_session_gate_begin(struct dtrace *d) dt_must_use;
/** The process may have got a dynamic linker since. */
void dt_session_gate_arm(struct dtrace *d, pid_t pid);
/** Does the process wait before it runs what it maps? */
bool dt_session_gate_is_armed(const struct dtrace *d, pid_t pid);
/** Has somebody come? Then d->gatekeeper.waiting says who. */
bool dt_session_gate_receive(struct dtrace *d);
/** They may go on: `work` has been done for them, during which the gate shows that we live. */
void dt_session_gate_answer(struct dtrace *d, struct dt_error *(*work)(struct dtrace *d),
			    struct dt_error **err);
/** Nobody waits any more. */
void dt_session_gate_open(struct dtrace *d);
void dt_session_gate_deinit(struct dtrace *d);

#endif
