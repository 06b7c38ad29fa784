/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Watching processes come, map files and go, so that their addresses can be named after their end.
 */
#ifndef DT_SYMBOLS_WATCH_H
#define DT_SYMBOLS_WATCH_H

#include "base/vec.h"
#include "symbols/process.h"

struct dt_watch_ring {
	int fd;
	void *memory; // perf_event_mmap_page, then the ring
};

/** A zeroed struct watches nothing. */
struct dt_watch {
	dt_vec(struct dt_watch_ring) rings; // by CPU
	uint8_t *record;		    // room for one
};

/** From here on. False: the kernel refuses, and nothing is watched. */
bool dt_watch_init(struct dt_watch *w, unsigned n_cpus);
void dt_watch_deinit(struct dt_watch *w);
/** Take in what happened since the last call. */
void dt_watch_read(struct dt_watch *w, struct dt_processes *p);

#endif
