/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The kernel's two requests that attach a program to locations in a file: a multi-link for many
 * (Linux 6.6), a perf event for one.
 */
#ifndef DT_KEEPER_LINK_H
#define DT_KEEPER_LINK_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { DT_UPROBE_MULTI = 48 }; // BPF_TRACE_UPROBE_MULTI, which older headers lack

/** Pointers are borrowed. Arrays have `n` elements. */
struct dt_uprobe_request {
	int program; // descriptor
	const char *path;
	pid_t pid;	     // 0: all processes
	uint32_t event_type; // of the uprobe PMU, then n is 1; 0: a multi-link
	size_t n;
	const uint64_t *offsets; // of the locations in the file
	const uint64_t *cookies;
	const uint64_t *semaphores; // offsets of counters in the file; 0: none
};

/** Returns the link's descriptor, which the caller owns, or -1 and errno if nothing is attached. */
int dt_uprobe_link(const struct dt_uprobe_request *q);

#endif
