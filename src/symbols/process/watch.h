/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The one watch of the system's processes: what each of them executes, maps, forks and when it
 * ends, reported to all listeners in the order in which it happened.
 *
 * Any process can make more reports than are taken in: then some are lost, and the listeners hear
 * that. They must be quick, and put off whatever takes long: reports are lost meanwhile.
 */
#ifndef DT_SYMBOLS_PROCESS_WATCH_H
#define DT_SYMBOLS_PROCESS_WATCH_H

#include "base/vec.h"
#include "symbols/process/proc.h"

/** Receives reports; a callback that is NULL does without. */
struct dt_watch_listener {
	void *self;
	/** Executable memory alone. `m` lives as long as the call. */
	void (*mapped)(void *self, pid_t pid, const struct dt_proc_mapping *m);
	void (*executed)(void *self, pid_t pid);
	void (*forked)(void *self, pid_t parent, pid_t child);
	void (*ended)(void *self, pid_t pid);
	/** Some are missing, of whatever process; 0: perhaps. */
	void (*lost)(void *self, uint64_t n);
};

/** When the descriptors of the rings become readable. */
enum dt_watch_wake {
	DT_WATCH_NEVER,
	DT_WATCH_HALF, // before reports are lost
	DT_WATCH_EACH, // at every report
};

struct dt_watch_ring {
	unsigned cpu;
	int fd;
	void *memory; // perf_event_mmap_page, then the ring
};

struct dt_watch {
	unsigned n_cpus; // the highest number of one that is watched, plus 1
	bool is_refused; // of one at least
	enum dt_watch_wake wake;
	dt_vec(struct dt_watch_listener) listeners;
	dt_vec(struct dt_watch_ring) rings; // one a CPU; none before the first listener
	uint8_t *record;		    // room for one
	uint64_t n_reports;		    // ever
};

/** Nothing is watched before the first listener comes. */
void dt_watch_init(struct dt_watch *w, unsigned n_cpus, enum dt_watch_wake wake);
void dt_watch_deinit(struct dt_watch *w);
/** From here on. False: the kernel refuses, and nothing is reported. */
bool dt_watch_listen(struct dt_watch *w, const struct dt_watch_listener *listener);
/** A CPU has come on: watch it as well, if anybody listens. What happened there before is lost.
 * False: the kernel refuses. */
bool dt_watch_cpu(struct dt_watch *w, unsigned cpu);
/** A CPU has gone off: hand out what happened there. */
void dt_watch_forget_cpu(struct dt_watch *w, unsigned cpu);
/** Hand out what happened since the last call. */
void dt_watch_read(struct dt_watch *w);

#endif
