/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Whatever the command says on the standard error, and the exit statuses.
 *
 * A message may name what others have named: on a terminal it is one line that commands nothing.
 */
#ifndef DT_CLI_MESSAGE_H
#define DT_CLI_MESSAGE_H

#include "dtrace/dtrace.h"

enum { E_SUCCESS = 0, E_ERROR = 1, E_USAGE = 2 };

/** A line, "dtrace: " before it. */
void dt_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/** The same; E_ERROR. */
int dt_fail_text(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/** Print a message and free the error; E_ERROR. `what` is in front of it, if it is not NULL. */
int dt_fail(struct dtrace_error *err, const char *what);
/** A few lines; E_USAGE. */
int dt_usage(void);

#endif
