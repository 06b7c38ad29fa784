/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Follows a thread through execve(2). The program that the thread executes then stands still, with
 * a single thread, until it is let go: stops find it stopped, and leave it so.
 */
#ifndef DT_PLACE_EXEC_H
#define DT_PLACE_EXEC_H

#include "place/place.h"
#include "place/program/stop.h"

/** Stops a thread that is about to execute a program. Where it stands, it waits for the tracer. */
struct dt_error *dt_exec_expect(struct dt_laggards *l, pid_t tid) dt_must_use;
/** Lets it go on, once the tracer does not keep it waiting any more, until it has executed the
 *  program or has failed to. Only in the first case the process, whose id is then *pid, stands
 *  still. */
enum dt_place_execution dt_exec_await(struct dt_laggards *l, pid_t tid, pid_t *pid);
/** Lets it run to one of two addresses, of which the second may be 0. */
struct dt_error *dt_exec_run(pid_t pid, const uint64_t at[DT_PLACE_BREAKS],
			     uint64_t *reached) dt_must_use;
/** Lets it go. */
void dt_exec_let_go(struct dt_laggards *l, pid_t pid);
/** The same for all. */
void dt_exec_let_all_go(struct dt_laggards *l);

#endif
