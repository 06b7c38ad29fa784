/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Reads a process's memory, but only from resident pages. For other pages, the kernel may
 * wait for a file system or a page-fault handler that the process has chosen, possibly for ever.
 */
#ifndef DT_SYMBOLS_PROCESS_MEMORY_H
#define DT_SYMBOLS_PROCESS_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/** Descriptors of /proc/PID/mem and /proc/PID/pagemap, or -1. */
struct dt_memory {
	pid_t pid;
	int words, pages;
};

/** Returns false if permission is denied. The caller calls dt_memory_deinit() in any case. */
bool dt_memory_open(struct dt_memory *m, pid_t pid);
void dt_memory_deinit(struct dt_memory *m);
/** Reports whether the page at `at` is the process's own, rather than one of a file. */
bool dt_memory_is_copied(struct dt_memory *m, uint64_t at);
/** Copies `n` bytes that lie in one page. Returns false if it is not resident. */
bool dt_memory_read(struct dt_memory *m, uint64_t at, void *to, size_t n);

#endif
