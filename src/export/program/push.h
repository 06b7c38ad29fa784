/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Sends messages over HTTP: OTLP, and profiles to Pyroscope. The messages of a signal are sent one
 * after the other. While the receiver cannot be reached or asks to wait, they stay in a queue,
 * which all signals share. If the queue is full, new messages are dropped and counted.
 *
 * Only http and https are spoken, and redirects are not followed. Headers, which hold credentials,
 * are sent over http to loopback addresses only.
 */
#ifndef DT_EXPORT_PROGRAM_PUSH_H
#define DT_EXPORT_PROGRAM_PUSH_H

#include "export/otlp/otlp.h"

struct dt_push;

/** Creates an empty queue without receivers. `report` receives sentences for the user. */
struct dt_push *dt_push_create(void (*report)(const char *text));
void dt_push_destroy(struct dt_push *p);

/** Sets the receivers of metrics, logs and profiles; "": as the environment has it, or this
 * machine. `headers` are lines "Name: value" beside those of the environment. These return an
 * error, a sentence on the heap, or NULL. */
char *dt_push_otlp(struct dt_push *p, const char *url, const char *headers);
/** Sets the receiver of profiles in the format of pprof. */
char *dt_push_pprof(struct dt_push *p, const char *url, const char *headers);
/** Reports whether the signal has a receiver. */
bool dt_push_has(const struct dt_push *p, enum dt_signal signal);

/** A message: of OTLP the scope (ScopeMetrics …) and further fields of the request, of pprof the
 * profile and the query. */
struct dt_push_message {
	enum dt_signal signal;
	const void *body, *rest;
	size_t len, rest_len;
	uint64_t n; // number of records, points, samples
};
void dt_push_add(struct dt_push *p, const struct dt_push_message *m);

/** Sends and receives until `fd` is readable, a transfer has ended, or `ms` have passed. -1: no
 * descriptor. */
void dt_push_wait(struct dt_push *p, int fd, int ms);
/** Sends the rest, for as long as two requests may take. Reports what was lost in all. */
void dt_push_finish(struct dt_push *p);

#endif
