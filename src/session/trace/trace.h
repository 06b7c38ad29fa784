/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The life of a trace.
 *
 *	trace.c      BEGIN, attach, consume, stop, END
 *	feed.c       updates about processes while tracing (feed.h): retain.c for files that are
 *		     mapped later, descendants.c for -x follow, unwinding.c for user stacks,
 *		     traceid.c for traceid and spanid
 *	gate.c       targets wait until libraries are probed (gate.h)
 *	hotplug.c    later modules and CPUs (hotplug.h), modules.c  probes of later modules
 */
#ifndef DT_SESSION_TRACE_H
#define DT_SESSION_TRACE_H

#include "session/core/session.h"

/** Checks that the destructive actions of the program are permitted. */
struct dt_error *dt_session_check_destructive(const struct dtrace *d) dt_must_use;
/** Loads the programs, runs BEGIN and attaches the probes. */
struct dt_error *dt_session_enable(struct dtrace *d) dt_must_use;
/** Begins to consume the maps. */
struct dt_error *dt_session_consume(struct dtrace *d) dt_must_use;
/** Makes dtrace_fd() readable when there is something to do. Call before each wait. */
void dt_session_rearm(struct dtrace *d);
/** Lets the probes fire, unless exit() was called. */
void dt_session_activate(struct dtrace *d);

/** unwinding.c: If user stacks are unwound by tables, lets waiting commands map their libraries and
 * learns these. The libraries' tables must exist when the program begins. The commands are already
 * traced meanwhile. */
void dt_session_unwinding_load(struct dtrace *d);
/** traceid.c: The same for the variables of trace contexts. */
void dt_session_trace_ids_load(struct dtrace *d);
/** Adds the numbers of unwound stacks. */
void dt_session_count_stacks(const struct dtrace *d, struct dtrace_statistics *ret);
void dt_session_unwinding_deinit(struct dtrace *d);

#endif
