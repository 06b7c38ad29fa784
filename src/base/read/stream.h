/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A stream between this process and a helper: a program with a single task, which outlives its
 * client if that is killed. Messages may carry descriptors.
 */
#ifndef DT_BASE_READ_STREAM_H
#define DT_BASE_READ_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum {
	DT_STREAM_HELPER = 0, // the stream's descriptor in the helper
	DT_STREAM_FDS = 2,    // descriptors of a message, at most
};

/** Starts the program `path` as `name`, with one end of a stream as its input and all signals
 *  blocked: ^C at the terminal is meant for the client. The caller owns *stream, the other end, and
 *  waits for *pid. Returns 0 or an errno. */
int dt_stream_spawn(const char *path, const char *name, char *const environment[], pid_t *pid,
		    int *stream);

/** Return false if the other side has gone. */
bool dt_stream_send(int stream, const void *bytes, size_t size);
bool dt_stream_receive(int stream, void *bytes, size_t size);
/** Sends a few bytes with `n` descriptors. */
bool dt_stream_send_fds(int stream, const void *bytes, size_t size, const int *fds, size_t n);
/** Receives at most `n` descriptors in fds[], which the caller owns; missing ones are -1. */
bool dt_stream_receive_fds(int stream, void *bytes, size_t size, int *fds, size_t n);

#endif
