/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The protocol between the tracer and its keeper, on a stream.
 *
 * The tracer sends requests: a header with the program and the file as descriptors, then the three
 * arrays of the request. The keeper answers each with errno and, if that is 0, the link. A header
 * with n = 0 passes a descriptor that the keeper shall hold too; it has no answer. When the tracer
 * has closed its end of the stream, the keeper closes its links, sends a byte for each, closes its
 * other descriptors, and exits.
 */
#ifndef DT_KEEPER_PROTOCOL_H
#define DT_KEEPER_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { DT_KEEPER_PROGRAM, DT_KEEPER_FILE, DT_KEEPER_N_SENT }; // descriptors of a request
enum { DT_KEEPER_N_ARRAYS = 3 };			      // of n numbers each

/** Name of the process. It does not contain "dtrace", because `pkill -9 dtrace` would kill both. If
 *  both are killed during detaching, breakpoints stay in the code of processes. */
#define DT_KEEPER_NAME "uprobe-keeper"

struct dt_keeper_header {
	uint64_t n;
	uint32_t event_type;
	pid_t pid;
};

/**
 * Number of links closed at a time. Closing a link of a single location only waits for all CPUs.
 * Closing a link of many locations is costly: each location waits for forks on the machine, and
 * forks wait for it. Thus each additional closer delays every fork.
 */
enum { DT_KEEPER_CLOSERS = 32, DT_KEEPER_CLOSERS_MULTI = 2 };
/** Links of a single location that one process detaches. */
enum { DT_KEEPER_EVENTS = 8 };
/** Closes links, which is slow in the kernel. Calls `closed` for each; may be NULL. */
void dt_keeper_close_all(const int *fds, size_t n, size_t at_once, void (*closed)(void *self),
			 void *self);

#endif
