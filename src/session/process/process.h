/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The processes of a session.
 *
 *	target.c  -c and -p: their list, release and end
 *	command.c starts a command of -c
 *	launch.c  how far a command runs before its probes are matched
 *	lasting.c memory that programs inside a process load from
 *	leftovers.c removes probes inside processes that a killed dtrace has left
 *	limits.c  limits tracing to users and groups: -x user, cgroup, container
 */
#ifndef DT_SESSION_PROCESS_H
#define DT_SESSION_PROCESS_H

#include "lower/lower.h"
#include "session/core/session.h"

#include <sys/types.h>

struct dt_target {
	pid_t pid;
	int pidfd;
	bool created; // started by -c; else grabbed by -p
	bool waiting; // created and not yet released
	bool loaded;  // waiting, with its libraries mapped
	bool gone;
	bool has_status; // gone, and our child
	int status;	 // as of waitpid(2)
	bool is_script;	 // created; an interpreter runs it
	bool is_stopped; // waiting, by SIGSTOP: the placer traces it
};

/** The processes of -c and -p, in the order of the command line. */
struct dt_targets {
	dt_vec(struct dt_target) list;
	struct dt_placer *placer; // NULL: nothing is placed in a target
};

/** Adds a target. */
void dt_session_target_add(struct dtrace *d, pid_t pid, bool created);
/** Returns the pid of $target, or 0. */
pid_t dt_session_target(const struct dtrace *d);
/** Returns why the option `engine` lets the kernel run all programs, or NULL. */
const char *dt_session_engine_is_kernel(const struct dtrace *d);
/** Reports whether the kernel may serve probes of processes that cannot run inside. It would not
 * follow children in the same way: with -x follow and engine=inprocess, it does not serve any. */
bool dt_session_has_kernel(const struct dtrace *d);
/** Reports whether probes apply to all processes that use a file, because of -x follow, so that the
 * kernel serves them. */
bool dt_session_follows_files(const struct dtrace *d);
/** Reports whether children inherit the probes inside the target, because of -x follow. */
bool dt_session_follows_inside(const struct dtrace *d);
/** Returns the target that programs may run inside, or 0. */
pid_t dt_session_target_inside(const struct dtrace *d);
/** Returns a hint for probes that are missed because the command of -c is a script, such as a
 * wrapper; NULL if it is not a script or its children are followed. */
const char *dt_session_hint_script(const struct dtrace *d);
/** Reports whether the process is or was a target. */
bool dt_session_is_target(const struct dtrace *d, pid_t pid);
/** Lets waiting commands run up to the point that -x evaltime names. */
struct dt_error *dt_session_targets_load(struct dtrace *d) dt_must_use;
/** Lets a process that has executed a program run to the point of evaltime=preinit. The placer
 *  traces it. */
struct dt_error *dt_session_image_load(struct dtrace *d, pid_t pid) dt_must_use;
/** Starts the placer, unless it runs. */
struct dt_error *dt_session_target_placer(struct dtrace *d) dt_must_use;
/** Lets the placer trace a waiting command, which stays where it is. */
struct dt_error *dt_session_target_hand_over(struct dtrace *d, struct dt_target *t) dt_must_use;
/** Finds the address that a process passes whenever its dynamic linker has mapped files, before it
 * runs their code: the path of the file, on the heap, and the offset in it. Returns false if it is
 * unknown. */
bool dt_session_linker_hook(pid_t pid, char **path, uint64_t *offset);
/** The same for the function of its C library that tells unwinders which table describes a pc. */
bool dt_session_finder(pid_t pid, char **path, uint64_t *offset);
/** Lets the waiting commands run. */
struct dt_error *dt_session_targets_release(struct dtrace *d) dt_must_use;
/** Reports whether the target has ended. */
bool dt_session_target_has_ended(const struct dt_target *t);
/** Marks targets that have ended. Returns true if there were targets and all have ended. */
bool dt_session_targets_gone(struct dtrace *d);
void dt_session_targets_deinit(struct dtrace *d);

struct dt_lasting_span {
	uint64_t start, end;
};
typedef dt_vec(struct dt_lasting_span) dt_lasting_spans;
/** Appends the readable memory of a process that exists as long as it runs, by address: that of its
 * executable and of the libraries that its dynamic linker has mapped before main(). */
void dt_session_lasting(pid_t pid, dt_lasting_spans *ret);

/** Resolves the options about users, control groups and targets. */
struct dt_error *dt_session_limits(struct dtrace *d, struct dt_lower_limits *ret) dt_must_use;

/** Removes the probes that a killed dtrace has left in a process, and reports it. */
struct dt_error *dt_session_leftovers_remove(struct dtrace *d, struct dt_placer *placer,
					     pid_t pid) dt_must_use;
/** Removes them in all processes of the list. Failures are reported and are no error. */
void dt_session_leftovers_clean(struct dtrace *d);

#endif
