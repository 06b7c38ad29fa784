/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * What the tracer and its keeper say to each other, on a stream that both hold an end of.
 *
 * The tracer sends requests: a header with the program and the file as descriptors, then the three
 * arrays of the request. The keeper answers each with errno and, if that is 0, the link. A header
 * of no places brings a descriptor that the keeper is to hold as well, and has no answer. When the
 * tracer has no more requests, or is gone, the keeper closes its links, sends a byte for each,
 * closes what else it holds, and ends.
 */
#ifndef DT_KEEPER_PROTOCOL_H
#define DT_KEEPER_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { DT_KEEPER_PROGRAM, DT_KEEPER_FILE, DT_KEEPER_N_SENT }; // descriptors of a request
enum { DT_KEEPER_N_ARRAYS = 3 };			      // of n numbers each

/** What the process is called: not after dtrace, because `pkill -9 dtrace` would end both, and who
 *  ends both while probes are being removed leaves breakpoints in the code of processes. */
#define DT_KEEPER_NAME "uprobe-keeper"

/** The stream's number in the keeper. */
enum { DT_KEEPER_STREAM = 0 };

struct dt_keeper_header {
	uint64_t n;
	uint32_t event_type;
	pid_t pid;
};

/** False: the other side has gone. */
bool dt_keeper_send(int stream, const void *bytes, size_t size);
bool dt_keeper_receive(int stream, void *bytes, size_t size);
/** A few bytes with `n` descriptors. */
bool dt_keeper_send_fds(int stream, void *bytes, size_t size, const int *fds, size_t n);
/** What came of at most `n` descriptors is in fds[] and the caller's, the rest of these is -1. */
bool dt_keeper_receive_fds(int stream, void *bytes, size_t size, int *fds, size_t n);

/**
 * How many links are closed at a time. One of a single place waits for all CPUs and for nothing
 * else. One of many places is busy: each place waits for the forks of the machine, and these for
 * it, so that every other closer makes every fork wait longer.
 */
enum { DT_KEEPER_CLOSERS = 32, DT_KEEPER_CLOSERS_MULTI = 2 };
/** Links of a single place that one process detaches. */
enum { DT_KEEPER_EVENTS = 8 };
/** Close links, which takes the kernel long. `closed` is called for each; may be NULL. */
void dt_keeper_close_all(const int *fds, size_t n, size_t at_once, void (*closed)(void *self),
			 void *self);

#endif
