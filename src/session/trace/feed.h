/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * While tracing, feeds update the data about processes that programs and probes need. All feeds
 * share one watch of the system's processes. To add a feed: write its descriptor in a file, and add
 * a line to the table of feed.c.
 *
 * Handling a change takes time, and any process can cause changes as often as it likes. So changes
 * are noted once for each process and handled between two rounds of the consumer. Each round has
 * limited time, handles targets first, and handles a process less often the more time it takes. If
 * reports were lost, every process counts as changed.
 */
#ifndef DT_SESSION_FEED_H
#define DT_SESSION_FEED_H

#include "base/map.h"
#include "session/core/session.h"
#include "symbols/process/watch.h"

#include <sys/types.h>

struct dt_reported;

/** Any callback may be NULL. */
struct dt_feed {
	/** Reports whether the feed is needed. Called once, before anything is attached. */
	bool (*is_wanted)(const struct dtrace *d);
	/** Called before probes are attached. */
	void (*prepare)(struct dtrace *d);
	/** Reports whether the process concerns the feed. Called once for each process. */
	bool (*concerns)(struct dtrace *d, pid_t pid);
	/** Handles a process that has, or may have, executed or mapped a file. The process may have
	 * ended since. */
	struct dt_error *(*look)(struct dtrace *d, struct dt_reported *r);
	/** Called between two rounds of the consumer. The feed itself listens to the watch. */
	void (*work)(struct dtrace *d);
	/** Returns the time of the next call of work(), unless there is a report before. */
	uint64_t (*due)(const struct dtrace *d);
};

extern const struct dt_feed dt_feed_descendants, dt_feed_retained, dt_feed_unwinding,
    dt_feed_trace_ids;

/** A process that was reported. */
struct dt_reported {
	pid_t pid;
	unsigned feeds; // a bit for each feed that it concerns
	bool is_changed;
	bool has_ended;
	bool is_followed;		     // -x follow: since its fork
	bool is_late;			     // it ran code before the code was probed
	bool is_suspect;		     // it may have, unless it waited at the gate (gate.h)
	uint64_t due;			     // earliest time of the next look
	dt_vec(struct dt_proc_mapping) maps; // files since the last look; owns the paths
};

/** The feeds' common state. */
struct dt_feeding {
	struct dt_watch watch;
	unsigned wanted;		      // a bit for each feed of the table
	bool is_on, looks;		      // one of them has work() or look(); look()
	struct dt_map reported;		      // by pid: struct dt_reported
	dt_vec(struct dt_reported *) changed; // to be looked at
	uint64_t n_lost;		      // lost reports
	struct dt_map attached;		      // by file: time of its last attachment, ns
	struct dt_map trace_files;	      // traceid.c: known files
	uint64_t n_late;		      // processes that ran code before it was probed
	uint64_t walk_due, walked;	      // 0: not due; never
	uint64_t window, n_before;	      // for counting reports: start time; number before
	bool is_deaf;			      // enough reports: the next ones do not end a wait
};

/** Determines which feeds are wanted. Call before creating the consumer, which may listen as well.
 * Watches nothing yet. */
void dt_session_feed_init(struct dtrace *d);
/** Begins to watch. Call before probes are attached. */
struct dt_error *dt_session_feed_prepare(struct dtrace *d) dt_must_use;
/** Looks at running targets. Call after probes are attached. */
struct dt_error *dt_session_feed_begin(struct dtrace *d) dt_must_use;
/** Also watches a CPU that came online. */
struct dt_error *dt_session_feed_cpu(struct dtrace *d, unsigned cpu) dt_must_use;
/** Returns the time at which dt_session_feed_work() has something to do, unless there is a report
 * before. */
uint64_t dt_session_feed_due(const struct dtrace *d);
/** Handles changes, as many as there is time for. */
struct dt_error *dt_session_feed_work(struct dtrace *d) dt_must_use;
/** Ignores files that are mapped from now on. */
void dt_session_feed_end(struct dtrace *d);
/** Reports missed firings after tracing has ended. First looks at the remaining processes. */
struct dt_error *dt_session_feed_report(struct dtrace *d) dt_must_use;
void dt_session_feed_deinit(struct dtrace *d);

/** retain.c: Follows processes that are about to execute programs. */
void dt_session_retain_work(struct dtrace *d);

/** descendants.c: Reports whether the process is a target or a descendant of one. Returns false
 * without -x follow. */
bool dt_session_follows(const struct dtrace *d, pid_t pid);

#endif
