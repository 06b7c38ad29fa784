/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Answers GET and HEAD of /metrics and /healthz, in a thread.
 *
 * A scrape waits for a snapshot, unless there is one of the last second. One that gets none in two
 * seconds is answered 503. At most 64 connections are open, each with 8 KB for its headers; one
 * that is idle for ten seconds is closed.
 */
#ifndef DT_EXPORT_PROGRAM_SERVE_H
#define DT_EXPORT_PROGRAM_SERVE_H

#include "export/metric/model.h"

struct dt_serve;

/** Texts of value NULL are not set. */
struct dt_serve_config {
	int fd;		   // listens; taken over
	bool is_loopback;  // check Host, because a page in a browser can reach the address
	char *cert, *key;  // PEM: speak TLS
	char *client_ca;   // PEM: demand a certificate
	char *token;	   // demand it as a bearer token
	void (*ask)(void); // asks for a snapshot; called in the thread
};

/** Starts the thread. Returns NULL and sets `error` to a sentence if the certificate or its key is
 * unusable. The strings live as long as the server. */
struct dt_serve *dt_serve_start(const struct dt_serve_config *config, const char **error);
/** Publishes the model after a snapshot, if a scrape waits for it. */
void dt_serve_publish(struct dt_serve *s, const struct dt_model *m);
/** Answers scrapes that have waited too long. Returns the ms until the next one has, or -1. */
int dt_serve_expire(struct dt_serve *s);
/** NULL is fine. */
void dt_serve_stop(struct dt_serve *s);

#endif
