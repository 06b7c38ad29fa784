/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Images: programs that the target, or a child that has inherited the region, executes. A process
 * that is about to execute a program waits at a gate, the placer follows it through execve(2), and
 * the program gets its own stubs, with the same region at the same address, before its first
 * instruction after the dynamic linker's. So there is one set of programs, variables and slots.
 *
 * While an image is made, d->inside is that of the image. Only its placed memory remains.
 *
 * Decision: docs/dev/decisions/0146-executed-programs-share-the-region.md
 */
#ifndef DT_SESSION_FOLLOWING_H
#define DT_SESSION_FOLLOWING_H

#include "session/program/inside/inside.h"

/** A process other than the target with memory that the placer has placed. */
struct dt_followed {
	pid_t pid;
	int pidfd;
};

struct dt_following {
	bool are_followed;
	struct dt_gate *gate;	// in the region, where processes may write anything
	uint64_t next, expired; // known arrivals
	uint64_t unnamed;	// when an arrival without a thread was seen first; 0: there is none
	dt_vec(struct dt_followed) list;
	dt_vec(pid_t) expected; // threads that the placer has stopped in front of execve(2)
	dt_vec(struct dt_inside_text *) texts; // of files of all processes
	size_t n_untraced;		       // programs
	char *why_untraced;		       // the first one (heap)
};

/** Reports whether programs may be followed, as far as is known before they are lowered. */
bool dt_session_may_follow_programs(const struct dtrace *d);
/** Opens the gate, or reports why there is none. */
void dt_session_following_begin(struct dtrace *d);
/** Lets the placer stop the threads that wait, so that they wait without a limit and without a CPU.
 *  Long work calls this again and again. */
void dt_session_following_accept(struct dtrace *d);
/** Matches all descriptions again for the image d->inside, and lets new probes join programs. */
typedef void dt_session_match_fn(struct dtrace *d, pid_t pid);
/** Reports whether processes wait. */
bool dt_session_following_is_due(const struct dtrace *d);
/** Follows them. Meanwhile the gate must show that dtrace is alive. */
void dt_session_following_work(struct dtrace *d, dt_session_match_fn *match);
/** Returns when that is due, ns of CLOCK_MONOTONIC; UINT64_MAX: never. */
uint64_t dt_session_following_due(const struct dtrace *d);
/** Forgets processes that have ended. */
void dt_session_following_look(struct dtrace *d);
/** Restores the sites of all images. No process waits any more. */
void dt_session_following_end(struct dtrace *d);
/** The same by another placer than the one that has placed them. */
void dt_session_following_clean(struct dtrace *d);
/** Reports how many programs were not traced. */
void dt_session_following_report(struct dtrace *d);
void dt_session_following_deinit(struct dtrace *d);

#endif
