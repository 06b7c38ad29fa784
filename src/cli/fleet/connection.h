/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The process that connects us with an agent: its pipes and its lines. Reading never waits.
 */
#ifndef DT_CLI_FLEET_CONNECTION_H
#define DT_CLI_FLEET_CONNECTION_H

#include "base/str.h"
#include "cli/fleet/agent.h"

#include <sys/types.h>

/** Bytes that were read but not yet taken as lines. */
struct dt_inbox {
	int fd; // -1: it has ended
	char *data;
	size_t len, max, limit;
};

struct dt_connection {
	pid_t pid;	      // 0: it was reaped
	int status;	      // as of waitpid(2)
	int in;		      // its standard input; -1: closed
	struct dt_str outbox; // bytes to write
	bool closes;	      // closes `in` when all is written
	struct dt_inbox out, err;
};

/** Starts the command with pipes, in a session of its own, so that a terminal's ^C does not reach
 * it. The kernel ends it when dtrace ends. Returns false and sets errno on failure. */
bool dt_connection_open(struct dt_connection *c, char *const *argv);
/** Closes the pipes and asks the process to end. */
void dt_connection_close(struct dt_connection *c);
/** Reaps the process if it has ended. Returns true if it is reaped. */
bool dt_connection_reap(struct dt_connection *c);
/** Kills and reaps the process, and frees everything. */
void dt_connection_deinit(struct dt_connection *c);

void dt_connection_send(struct dt_connection *c, const char *bytes, size_t n);
/** Writes as much as the pipe takes. */
void dt_connection_write(struct dt_connection *c);

/** Reads what is there. Returns false if a line is longer than the limit. */
bool dt_inbox_read(struct dt_inbox *b);
/** Takes a line without its end; it lives until the next dt_inbox_read(). *at counts the bytes of
 * the lines taken since; start with 0. Returns NULL if there is no whole line; at the end of the
 * input, the rest is one. */
char *dt_inbox_line(struct dt_inbox *b, size_t *at, size_t *len);
/** Removes the lines that were taken. */
void dt_inbox_shift(struct dt_inbox *b, size_t at);

#endif
