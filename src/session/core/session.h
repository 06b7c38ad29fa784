/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A session: what its folders share, and a pointer to the part of each folder. Each folder declares
 * its part in its own header. A part is zero-initialized by dtrace_open() and lives as long as the
 * session.
 *
 *	message.c  messages to the user		options.c  the options
 *	wait.c	   dtrace_fd(), interruption	guard.c    calls by handlers
 *
 * The folders, from low to high; tools/check-layers has what each may use:
 *
 *	core/      this header
 *	process/   the processes of -c and -p
 *	compile/   texts → checked program, matched probes; the D library, the preprocessor
 *	program/   groups → IR → eBPF → kernel; sizes of maps
 *	unwind/    tables for user stacks
 *	trace/     BEGIN, attach, consume, changes while tracing, stop, END
 *	anon/      -A and -a
 *	report/    data besides the trace: probes, topics, types, what is traced now
 *	complete/  words for an editor or a shell
 *	usdt/      -h and -G
 *
 * session.c opens and closes sessions.
 */
#ifndef DT_SESSION_CORE_SESSION_H
#define DT_SESSION_CORE_SESSION_H

#include "base/host/timed.h"
#include "base/vec.h"
#include "consume/sink/handler.h"
#include "dialect/options.h"
#include "lang/compile.h"
#include "provider/provider.h"
#include "session/core/api.h"

#include <signal.h>
#include <stdio.h>

/** The user's outputs and handlers. */
struct dt_output {
	FILE *out;   // stdout, or `own`
	FILE *own;   // on a copy of the caller's descriptor, or NULL
	int listing; // output of -x tree; -1: none
	void (*message)(void *arg, const char *text);
	void *message_arg;
	void (*progress)(void *arg, const char *what, size_t places, size_t all);
	void *progress_arg;
	struct dtrace_handler handler; // as the caller set it; size 0: none
	struct dt_handlers handlers;   // they call it
	size_t batch_rows;	       // 0: no batches
	bool verbose;
	unsigned n_calls;	// handlers that run now
	bool in_message;	// one of them is that of messages
	dt_vec(char *) details; // messages for dtrace_set_verbose()
	uint64_t opened;	// CLOCK_MONOTONIC, for -x debug
};

/** The events that dtrace_work_now() handles. */
struct dt_waiting {
	int fd; // epoll: the others, pidfds, rings, the reader of `out` …; -1 before dtrace_go()
	int timer_fd;			   // for the next time of work
	int interrupt_fd;		   // eventfd
	volatile sig_atomic_t interrupted; // by dtrace_interrupt()
};

/** The state of the trace. */
struct dt_tracing {
	struct dt_consumer *consumer; // NULL before dtrace_go()
	bool going, stopped;
};

struct dtrace {
	struct dt_options options;
	struct dt_compile *compile;
	struct dt_registry registry;
	struct dt_output output;
	struct dt_waiting waiting;
	struct dt_tracing tracing;
	struct dt_timed_owner queries; // of DT_SESSION_CALL()

	struct dt_targets *targets;	  // process/process.h
	struct dt_sources *sources;	  // compile/compile.h
	struct dt_script *script;	  // compile/compile.h
	struct dt_programs *programs;	  // program/program.h
	struct dt_loaded *loaded;	  // program/program.h
	struct dt_inside *inside;	  // program/inside/inside.h
	struct dt_following *following;	  // program/inside/following.h
	struct dt_unwinding *unwinding;	  // unwind/unwind.h
	struct dt_feeding *feeding;	  // trace/feed.h
	struct dt_gatekeeper *gatekeeper; // trace/gate.h
	struct dt_hotplug *hotplug;	  // trace/hotplug.h
};

/** The first declaration of a public function that examines processes. Until the block ends, the
 * session owns this thread's queries. */
#define DT_SESSION_CALL(d)                                                        \
	dt_cleanup(dt_session_end_call) dt_unused struct dt_timed_owner *caller = \
	    dt_timed_set_owner(&(d)->queries)

static inline void dt_session_end_call(struct dt_timed_owner **caller)
{
	dt_timed_set_owner(*caller);
}

/** guard.c: Begins a function of the public header that changes the session. Fails if a handler
 * calls it, or if `argument`, which must be a pointer, is NULL. */
struct dt_error *dt_session_enter(const struct dtrace *d, const void *argument) dt_must_use;
/** The same for a function without an error: returns false, after a message that names it. */
bool dt_session_may_call(struct dtrace *d, const char *function);
/** Calls a function of the handler that the caller set. */
#define dt_session_notify(d, fn, ...)                                         \
	do {                                                                  \
		(d)->output.n_calls++;                                        \
		(d)->output.handler.fn((d)->output.handler.arg, __VA_ARGS__); \
		(d)->output.n_calls--;                                        \
	} while (0)

/** wait.c: Fails if tracing has begun. */
struct dt_error *dt_session_check_new(const struct dtrace *d) dt_must_use;

/** message.c: Sends a message to the user through the message handler. */
void dt_session_message(struct dtrace *d, const char *fmt, ...) dt_printf_like(2, 3);
/** Sends a detail, on the heap, now or when dtrace_set_verbose() is called. */
void dt_session_detail(struct dtrace *d, char *text);
/** Sends a message of -x debug, with the time since the session began. */
void dt_session_debug(struct dtrace *d, const char *fmt, ...) dt_printf_like(2, 3);

/** options.c: Sets an option from the command line or the program, and reports any note about its
 * value. */
struct dt_error *dt_session_setopt(struct dtrace *d, const char *name, const char *value,
				   enum dt_option_origin origin) dt_must_use;

/** wait.c: Opens the descriptors, and watches the reader of the output. */
struct dt_error *dt_session_wait_init(struct dtrace *d) dt_must_use;
void dt_session_wait_deinit(struct dtrace *d);
/** Lets readable data of `fd` end the wait. */
struct dt_error *dt_session_wait_add(struct dtrace *d, int fd) dt_must_use;
/** Stops watching `fd`. */
void dt_session_wait_remove(struct dtrace *d, int fd);
/** Ends the wait at this time, ns of CLOCK_MONOTONIC; UINT64_MAX: never. */
void dt_session_wait_until(struct dtrace *d, uint64_t time);
/** Ends the wait before this call returns, which a timer of a time that has passed does not. For
 * signal handlers, too. */
void dt_session_wait_end(struct dtrace *d);
/** Takes what dt_session_wait_end() did: it has ended one wait. */
void dt_session_wait_taken(struct dtrace *d);
/** Reports whether the output is a pipe or socket whose reader has gone. */
bool dt_session_reader_gone(const struct dtrace *d);

#endif
