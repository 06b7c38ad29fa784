/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The connection of the tracing process to dtrace-export, a socket on the latter's standard input.
 *
 * dtrace sends frames: the number of bytes that follow, in 4 bytes, a kind in one byte, and
 * contents. dtrace-export answers with lines of text, messages for the user, an empty line when
 * it has taken the receivers, and DT_LINK_ASK if it needs a snapshot. The end of the frames ends
 * it.
 */
#ifndef DT_EXPORT_LINK_H
#define DT_EXPORT_LINK_H

#include "base/str.h"

#include <sys/types.h>

/** Kinds of frames. The contents of those below are messages of protobuf. */
enum dt_frame_kind {	    // beside those of metric/wire.h
	DT_FRAME_PUSH = 16, // the receivers, once
	DT_FRAME_POST,	    // a message for one of them
	DT_FRAME_SERVE,	    // answer scrapes, once, before the receivers
	DT_FRAME_DUE,	    // send all series to the receiver of metrics; empty
};
enum dt_frame_serve {
	DT_SERVE_LOOPBACK = 1,
	DT_SERVE_CERT,
	DT_SERVE_KEY,
	DT_SERVE_CLIENT_CA,
	DT_SERVE_TOKEN
};
enum dt_frame_push { DT_PUSH_OTLP = 1, DT_PUSH_PPROF, DT_PUSH_HEADERS };
enum dt_frame_post { DT_POST_SIGNAL = 1, DT_POST_BODY, DT_POST_REST, DT_POST_N };

#define DT_LINK_ASK "?" // may arrive before the empty line

/** The end of the tracing process. */
struct dt_link {
	int fd;	   // -1: not open
	pid_t pid; // of dtrace-export
	struct dt_str out, in;
	unsigned n_messages; // that have arrived
	bool is_confirmed;   // the empty line has arrived
	uint64_t dropped;    // frames, because dtrace-export did not read
};

enum { DT_LINK_SOCKET = 3 }; // descriptor of the socket that dtrace-export inherits

/** Starts dtrace-export, which inherits the listening socket unless that is -1. Returns false with
 * errno on failure. */
bool dt_link_open(struct dt_link *l, int listening);
/** Sends a frame, now or by dt_link_work(). */
void dt_link_send(struct dt_link *l, unsigned char kind, const void *contents, size_t len);
/** Sends everything and waits until dtrace-export has taken it. Returns false if it has reported an
 * error, or ended. */
bool dt_link_confirm(struct dt_link *l, void (*fn)(void *arg, const char *line), void *arg);
/** Sends what can be sent without waiting, and calls `fn` for each line that has arrived. */
void dt_link_work(struct dt_link *l, void (*fn)(void *arg, const char *line), void *arg);
/** Sends the rest, ends dtrace-export and waits for it. */
void dt_link_close(struct dt_link *l, void (*fn)(void *arg, const char *line), void *arg);

#endif
