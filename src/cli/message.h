/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Messages on the standard error, and exit statuses.
 *
 * A message may contain names that other users chose. On a terminal it is one line without control
 * characters.
 */
#ifndef DT_CLI_MESSAGE_H
#define DT_CLI_MESSAGE_H

#include "dtrace/dtrace.h"

#include <stdio.h>

enum { E_SUCCESS = 0, E_ERROR = 1, E_USAGE = 2 };

/** Prints a line after "dtrace: ". */
void dt_message(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/** Prints the same and returns E_ERROR. */
int dt_fail_text(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/** Prints that a thread could not be started, for the reason in errno, and returns E_ERROR. */
int dt_fail_thread(void);
/** Prints a message, after `what` unless that is NULL, and frees the error. Returns E_ERROR. */
int dt_fail(struct dtrace_error *err, const char *what);
/** Prints a line of the output. It may contain names that other users chose. */
void dt_print_line(FILE *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** Prints a short usage and returns E_USAGE. */
int dt_usage(void);

#endif
