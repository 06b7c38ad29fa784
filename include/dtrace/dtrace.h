/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * libdtrace: compile D programs, trace with them, print what they record.
 *
 *	struct dtrace *d;
 *	struct dt_error *err = dtrace_open(&d);
 *	dtrace_setopt(d, "quiet", NULL);
 *	dtrace_compile(d, DTRACE_TEXT_NAME, "-n", text);   // any number of times
 *	dtrace_go(d);                                      // BEGIN has run when it returns
 *	while ((status = dtrace_work(d)) == DTRACE_WORK_OKAY) ;
 *	dtrace_stop(d);                                    // END has run, everything is printed
 *	dtrace_close(d);
 *
 * Functions that can fail return an error object that the caller destroys with dt_error_destroy();
 * NULL is success. Strings passed in are copied.
 */
#ifndef DTRACE_DTRACE_H
#define DTRACE_DTRACE_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

struct dtrace;

struct dt_error *dtrace_open(struct dtrace **ret);
/** Detaches, frees everything; target processes that still wait are released. NULL is fine. */
void dtrace_close(struct dtrace *d);

/** `-x name=value`; value NULL for "on". */
struct dt_error *dtrace_setopt(struct dtrace *d, const char *name, const char *value);
/** Current value of a numeric or boolean option; false if there is no such option. */
bool dtrace_getopt(const struct dtrace *d, const char *name, int64_t *value);
/** Where records go; default stdout. Borrowed. */
void dtrace_set_output(struct dtrace *d, FILE *out);
/** Where messages go (drops, probe errors, notices), without "dtrace: " and newline. Default stderr. */
void dtrace_set_message_handler(struct dtrace *d, void (*fn)(void *arg, const char *text), void *arg);
/** Macro arguments $0 … $n; copied. */
void dtrace_set_args(struct dtrace *d, const char *const *argv, size_t argc);

/** Start a command stopped, or name a running process: they become $target. */
struct dt_error *dtrace_command(struct dtrace *d, const char *command);
struct dt_error *dtrace_grab(struct dtrace *d, pid_t pid);

enum dtrace_text {
	DTRACE_TEXT_FILE, // -s: `text` is the path, "-" = stdin
	DTRACE_TEXT_PROVIDER, DTRACE_TEXT_MODULE, DTRACE_TEXT_FUNCTION, DTRACE_TEXT_NAME, // -P -m -f -n
	DTRACE_TEXT_ID, // -i
};

/**
 * Parse and check one text. DT_ERR_COMPILE: the message is the classic first line, without
 * "dtrace: "; dtrace_diagnostics() has all located messages. `*n_probes` (may be NULL) is how many
 * probes its descriptions match.
 */
struct dt_error *dtrace_compile(struct dtrace *d, enum dtrace_text kind, const char *text,
				size_t *n_probes);
/** All diagnostics so far, formatted for a terminal; owned by the session. */
const char *dtrace_diagnostics(struct dtrace *d);
/** -e: generate and translate everything, load nothing. -S: listing of all programs to `out`. */
struct dt_error *dtrace_generate(struct dtrace *d, FILE *listing);
/** -v: stability report of the program. */
void dtrace_report(struct dtrace *d, FILE *out);

/** -l: the probes that the descriptions of all texts match; without any text, all probes. */
struct dt_error *dtrace_list(struct dtrace *d, FILE *out, bool verbose, size_t *n);

/** Load, run BEGIN, attach, start the targets. */
struct dt_error *dtrace_go(struct dtrace *d);

enum dtrace_work { DTRACE_WORK_OKAY, DTRACE_WORK_DONE, DTRACE_WORK_ERROR };
/** Wait for data (at most about a second, or until a signal), print it. DONE: exit() was called or
 *  the last target has gone. On ERROR *err (may be NULL) is set. */
enum dtrace_work dtrace_work(struct dtrace *d, struct dt_error **err);

/** Detach, run END, drain, print aggregations (unless `impatient`). */
struct dt_error *dtrace_stop(struct dtrace *d, bool impatient);
/** Status given to exit(); 0 if it was not called. */
int dtrace_exit_status(const struct dtrace *d);

#endif
