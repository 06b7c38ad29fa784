/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Feeding: what programs and probes must know of processes is kept up to date while tracing. There
 * is one watch of the system's processes for all who need it. To add a feed: write it, and give it
 * a line in the table of feed.c.
 *
 * Whatever a feed does about a process takes time, and any process of the machine can ask for it as
 * often as it likes. So changes are noted, once for each process, and handled between two rounds of
 * the consumer: for a short time, those of the targets first, and ever less often those of a
 * process that keeps us busy. When reports were lost, every process counts as changed.
 */
#ifndef DT_SESSION_FEED_H
#define DT_SESSION_FEED_H

#include "base/error.h"
#include "base/map.h"
#include "base/vec.h"
#include "symbols/process/watch.h"

#include <stdbool.h>
#include <sys/types.h>

struct dtrace;
struct dt_reported;

/** Callbacks that are NULL have nothing to do. */
struct dt_feed {
	/** Asked once, before anything is attached. */
	bool (*is_wanted)(const struct dtrace *d);
	/** Before probes are attached. */
	void (*prepare)(struct dtrace *d);
	/** Does the process concern it? Asked once for each process. */
	bool (*concerns)(struct dtrace *d, pid_t pid);
	/** The process has executed or mapped something, or may have; it may have ended since. */
	struct dt_error *(*look)(struct dtrace *d, struct dt_reported *r);
	/** Between two rounds of the consumer; it listens to the watch by itself. */
	void (*work)(struct dtrace *d);
};

extern const struct dt_feed dt_feed_descendants, dt_feed_retained, dt_feed_unwinding;

/** A process that was reported. */
struct dt_reported {
	pid_t pid;
	unsigned feeds; // a bit for each that it concerns
	bool is_changed;
	bool has_ended;
	bool is_followed; // -x follow: by its fork
	bool is_late;	  // it has run code before that was probed
	bool is_suspect;  // ... or waits at the gate (gate.h) before it does: that is not yet known
	uint64_t due;	  // when it may be looked at
	dt_vec(struct dt_proc_mapping) maps; // files since the last look; owns the paths
};

struct dt_feeding {
	struct dt_watch watch;
	unsigned wanted;		      // a bit for each feed of the table
	bool looks;			      // one of them looks at processes
	struct dt_map reported;		      // by pid: struct dt_reported
	dt_vec(struct dt_reported *) changed; // still to be looked at
	uint64_t n_lost;		      // reports
	struct dt_map placed;		      // by file: when it got its last probes, ns
	uint64_t n_late;		      // processes that ran code before it was probed
	uint64_t walk_due, walked;	      // 0: no need, never
	uint64_t window, n_before;	      // of counting reports: its begin, those before it
	bool is_deaf;			      // too much is reported to be woken by it
};

/** Which feeds are wanted; nothing is watched yet. Before the consumer, which may listen as well.
 */
void dt_session_feed_init(struct dtrace *d);
/** Begin to watch, before probes are attached; then look at the targets that run, behind that. */
struct dt_error *dt_session_feed_prepare(struct dtrace *d) dt_must_use;
struct dt_error *dt_session_feed_begin(struct dtrace *d) dt_must_use;
/** A CPU has come on: watch it as well. */
struct dt_error *dt_session_feed_cpu(struct dtrace *d, unsigned cpu) dt_must_use;
/** How long the consumer may wait for something else, in ms. */
int dt_session_feed_wait(const struct dtrace *d);
/** Do what has become necessary, or a part of it. */
struct dt_error *dt_session_feed_work(struct dtrace *d) dt_must_use;
/** What is mapped from here on does not count. */
void dt_session_feed_end(struct dtrace *d);
/** Say what was missed, when nothing fires any more: also of processes that were not yet looked at.
 */
struct dt_error *dt_session_feed_report(struct dtrace *d) dt_must_use;
void dt_session_feed_deinit(struct dtrace *d);

#endif
