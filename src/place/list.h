/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The list of processes in which a user's placers have placed code: a directory with an empty file
 * for each. A placer adds a process before it changes it, and removes it at the end. A file stays
 * if its placer was killed; the next dtrace looks there.
 *
 * The list is a hint. It may lack processes, and may contain others.
 */
#ifndef DT_PLACE_LIST_H
#define DT_PLACE_LIST_H

#include "base/vec.h"

#include <stdint.h>
#include <sys/types.h>

/** A process, and its placer. Starts are as of dt_task_start(). */
struct dt_place_entry {
	pid_t pid, placer;
	uint64_t start, placer_start;
};

/** Adds or removes a process of this placer. If there is no directory for the list, does nothing.
 */
void dt_place_list_add(const struct dt_place_entry *e);
void dt_place_list_remove(const struct dt_place_entry *e);

typedef dt_vec(struct dt_place_entry) dt_place_entries;
/** Reads the entries whose process lives and whose placer has ended. Removes those of ended
 *  processes. The caller calls dt_vec_deinit(). */
void dt_place_list_read(dt_place_entries *ret);

#endif
