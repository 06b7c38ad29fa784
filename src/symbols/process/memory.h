/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Words of a process's memory, of pages that are there: where one is not, somebody whom the process
 * has chosen may have to deliver it first, a file system or a handler of its page faults, and never
 * do so.
 */
#ifndef DT_SYMBOLS_PROCESS_MEMORY_H
#define DT_SYMBOLS_PROCESS_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/** Descriptors, of /proc/PID/mem and of what tells of its pages; -1: none. */
struct dt_memory {
	pid_t pid;
	int words, pages;
};

/** False: we may not read it. dt_memory_deinit() is due in any case. */
bool dt_memory_open(struct dt_memory *m, pid_t pid);
void dt_memory_deinit(struct dt_memory *m);
/** Copy an aligned word of n <= 8 bytes; false: it is not there. */
bool dt_memory_read(struct dt_memory *m, uint64_t at, void *to, size_t n);

#endif
