/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Watches the processes of the system. It reports each exec, executable mapping, fork and exit to
 * all listeners, in the order of events.
 *
 * A process can cause more reports than can be read. Some are then lost, and the listeners are
 * notified. Listeners must be quick and defer slow work, because reports are lost meanwhile.
 */
#ifndef DT_SYMBOLS_PROCESS_WATCH_H
#define DT_SYMBOLS_PROCESS_WATCH_H

#include "base/vec.h"
#include "symbols/process/proc.h"

/** Receives reports. Callbacks may be NULL. */
struct dt_watch_listener {
	void *self;
	/** Executable memory only. `m` is valid during the call. */
	void (*mapped)(void *self, pid_t pid, const struct dt_proc_mapping *m);
	void (*executed)(void *self, pid_t pid);
	void (*forked)(void *self, pid_t parent, pid_t child);
	void (*ended)(void *self, pid_t pid);
	/** `n` reports, of any process, were lost; 0: their number is unknown and may be 0. */
	void (*lost)(void *self, uint64_t n);
};

/** Condition for the descriptors of the rings to become readable. */
enum dt_watch_wake {
	DT_WATCH_HALF, // before reports are lost
	DT_WATCH_EACH, // at every report
};

struct dt_watch_ring {
	unsigned cpu;
	int fd;
	void *memory; // perf_event_mmap_page, then the ring
};

struct dt_watch {
	unsigned n_cpus; // the highest number of a watched CPU, plus 1
	bool is_refused; // for at least one CPU
	enum dt_watch_wake wake;
	dt_vec(struct dt_watch_listener) listeners;
	dt_vec(struct dt_watch_ring) rings; // one per CPU; none before the first listener
	uint8_t *record;		    // space for one record
	uint64_t n_reports;		    // in total
};

/** Watching starts with the first listener. */
void dt_watch_init(struct dt_watch *w, unsigned n_cpus, enum dt_watch_wake wake);
void dt_watch_deinit(struct dt_watch *w);
/** Adds a listener. Returns false if the kernel refuses; then there are no reports. */
bool dt_watch_listen(struct dt_watch *w, const struct dt_watch_listener *listener);
/** Watches a CPU that went online, if there is a listener. Earlier events on it are lost. Returns
 *  false if the kernel refuses. */
bool dt_watch_cpu(struct dt_watch *w, unsigned cpu);
/** Reports the last events of a CPU that went offline. */
void dt_watch_forget_cpu(struct dt_watch *w, unsigned cpu);
/** Reports the events since the last call. */
void dt_watch_read(struct dt_watch *w);

#endif
