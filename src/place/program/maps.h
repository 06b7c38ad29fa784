/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The mappings of a process, from /proc/PID/maps.
 */
#ifndef DT_PLACE_PROGRAM_MAPS_H
#define DT_PLACE_PROGRAM_MAPS_H

#include "base/error.h"
#include "base/str.h"
#include "base/vec.h"

#include <stdint.h>
#include <sys/types.h>

struct dt_mapping {
	uint64_t begin, end;
	bool readable, writable, executable, shared;
	uint64_t offset, device, inode; // all 0: no file
	const char *name;		// "" if none; dt_maps owns it
};

struct dt_maps {
	dt_vec(struct dt_mapping) v; // by address
	struct dt_str text;
};

/** Reads them of the process that has the thread `tid`. */
struct dt_error *dt_maps_read(pid_t tid, struct dt_maps *ret) dt_must_use;
void dt_maps_deinit(struct dt_maps *m);

/** Returns the mapping of an address, or NULL. */
const struct dt_mapping *dt_maps_find(const struct dt_maps *m, uint64_t at);
/** Returns the first mapping of that name, or NULL. */
const struct dt_mapping *dt_maps_named(const struct dt_maps *m, const char *name);

#endif
