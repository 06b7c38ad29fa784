/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Watching processes come, map files and go, so that their addresses can be named after their end.
 */
#ifndef DT_SYMBOLS_WATCH_H
#define DT_SYMBOLS_WATCH_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

struct dt_watch_ring {
	int fd;
	void *memory; // perf_event_mmap_page, then the ring
};

/** A zeroed struct watches nothing. */
struct dt_watch {
	dt_vec(struct dt_watch_ring) rings; // by CPU
	uint8_t *record;		    // room for one
};

/** Receives reports; those of one process may come in another order than they were made. */
struct dt_watch_sink {
	void *self;
	void (*mapped)(void *self, int pid, uint64_t start, uint64_t end, uint64_t offset,
		       uint64_t inode, const char *path); // executable ones only
	void (*executed)(void *self, int pid);
	void (*forked)(void *self, int parent, int child);
	void (*ended)(void *self, int pid);
};

/** From here on. `is_awaited`: the descriptors of the rings become readable at every report. False:
 *  the kernel refuses, and nothing is watched. */
bool dt_watch_init(struct dt_watch *w, unsigned n_cpus, bool is_awaited);
void dt_watch_deinit(struct dt_watch *w);
/** Take in what happened since the last call. */
void dt_watch_read(struct dt_watch *w, const struct dt_watch_sink *sink);

#endif
