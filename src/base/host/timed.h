/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Queries about the memory of a process, which the process can block: the kernel makes a reader of
 * the mappings wait while they are being changed, and a process can make such a change last
 * forever.
 *
 * Therefore each query runs in another thread. If a query is not answered in time, the caller
 * leaves it to that thread. Until it is answered, the process counts as silent: all other queries
 * about it fail at once.
 */
#ifndef DT_BASE_HOST_TIMED_H
#define DT_BASE_HOST_TIMED_H

#include "base/map.h"

#include <stddef.h>
#include <sys/types.h>

/** Returns a living thread of the process: its first, or another if that has ended. The kernel
 *  reports on a process only through a living thread. */
pid_t dt_living_thread(pid_t pid);

/** Opens /proc/PID/NAME of the living thread, like open(2). Returns -1 with errno on failure;
 *  ETIMEDOUT: the process is silent. */
int dt_timed_open(pid_t pid, const char *name, int flags);
/** Reads from that file like pread(2). If `at` is negative, uses read(2) until `n` bytes or the
 *  end. After ETIMEDOUT the file is closed, and *fd is -1. */
ssize_t dt_timed_read(pid_t pid, int *fd, void *to, size_t n, off_t at);

/** The owner of queries, for example a session. */
struct dt_timed_owner {
	void (*silent)(void *self, pid_t pid); // called once for each silent process
	void *self;
	struct dt_map reported; // silent processes, by pid
	uint64_t began, wasted; // ns: time of the first query; waited in vain
};
void dt_timed_owner_deinit(struct dt_timed_owner *o);
/** Makes `o` the owner of this thread's later queries. NULL, the initial value: none. Returns the
 *  owner before. */
struct dt_timed_owner *dt_timed_set_owner(struct dt_timed_owner *o);

#endif
