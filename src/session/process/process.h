/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The processes that a session has to do with.
 *
 *	target.c  -c and -p                          launch.c       how far a command of -c has come
 *	gate.c    where targets wait meanwhile (gate.h)
 *	feed.c    what is kept up to date (feed.h): by retain.c, files that are mapped later; by
 *		  descendants.c, the processes of -x follow
 *	who.c	  whose firings count: -x user, cgroup, container
 */
#ifndef DT_SESSION_PROCESS_H
#define DT_SESSION_PROCESS_H

#include "dialect/options.h"
#include "lower/lower.h"

#include <stdbool.h>
#include <sys/types.h>

struct dtrace;

struct dt_target {
	pid_t pid;
	int pidfd;
	bool created; // by -c; else grabbed
	bool waiting; // created and not yet released
	bool loaded;  // waiting, with its libraries mapped
	bool gone;
	bool is_script; // created; an interpreter runs it
};

/** The pid behind $target; 0 if there is none. */
pid_t dt_session_target(const struct dtrace *d);
/** What to do where probes are missed because the command of -c is a script, such as a wrapper;
 * NULL if it is none, or its children are followed. */
const char *dt_session_hint_script(const struct dtrace *d);
/** Is it one, or was it? */
bool dt_session_is_target(const struct dtrace *d, pid_t pid);
/** Let commands that wait go on to where -x evaltime says. */
struct dt_error *dt_session_targets_load(struct dtrace *d) dt_must_use;
/** The place that a process passes whenever its dynamic linker has mapped files and before it runs
 *  code of theirs: the file, on the heap, and the offset there. False: nobody knows. */
bool dt_session_linker_hook(pid_t pid, char **path, uint64_t *offset);
/** Let them run. */
struct dt_error *dt_session_targets_release(struct dtrace *d) dt_must_use;
/** Notice targets that have ended; true if there were some and none is left. */
bool dt_session_targets_gone(struct dtrace *d);
void dt_session_targets_deinit(struct dtrace *d);

/** What the options say of users, control groups and targets. */
struct dt_error *dt_session_who(struct dtrace *d, struct dt_lower_who *ret) dt_must_use;

/** Is it a target, or descends from one? False without the option. */
bool dt_session_follows(const struct dtrace *d, pid_t pid);

#endif
