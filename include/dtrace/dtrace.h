/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * libdtrace: compile D programs, trace with them, print what they record.
 *
 *	struct dtrace *d;
 *	struct dtrace_error *err = dtrace_open(&d);
 *	dtrace_setopt(d, "quiet", NULL);
 *	dtrace_add(d, DTRACE_TEXT_NAME, "tick-1s { trace(timestamp); }"); // any number of texts
 *	dtrace_check(d);
 *	dtrace_go(d);                       // BEGIN has run when it returns
 *	while (dtrace_work(d, &err) == DTRACE_WORK_OKAY)
 *		;
 *	dtrace_stop(d, false);              // END has run, everything is printed
 *	dtrace_close(d);
 *
 * Functions that can fail return an error, which the caller frees; NULL is success. Strings passed
 * in are copied; what a function returns belongs to the session unless it says otherwise, and lives
 * until the next call of that function.
 *
 * A session is used by one thread at a time, and one with commands (dtrace_command()) by the thread
 * that started them: the kernel lets nobody else control them. Different sessions are independent.
 * The library prints nothing but what the program records and what it is given a FILE for, changes
 * no signal's handler and no limit of the process, and needs the privileges of dtrace(1).
 */
#ifndef DTRACE_DTRACE_H
#define DTRACE_DTRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct dtrace;

// ---- errors

/** What went wrong. */
struct dtrace_error;

enum dtrace_error_kind {
	DTRACE_ERROR_OTHER,
	DTRACE_ERROR_SYSTEM,	  // a system call failed: dtrace_error_errno()
	DTRACE_ERROR_PRIVILEGE,	  // not allowed
	DTRACE_ERROR_UNSUPPORTED, // this kernel cannot
	DTRACE_ERROR_USAGE,	  // the caller asked for nonsense
	DTRACE_ERROR_COMPILE,	  // the D program is wrong: dtrace_diagnostics()
};

enum dtrace_error_kind dtrace_error_kind(const struct dtrace_error *err);
/** One sentence for a person, without a full stop; lives as long as the error. */
const char *dtrace_error_message(const struct dtrace_error *err);
/** 0: there is none. */
int dtrace_error_errno(const struct dtrace_error *err);
/** NULL is fine. */
void dtrace_error_free(struct dtrace_error *err);

/**
 * What happens when memory is exhausted, for all sessions of the process: `fn` is called, and the
 * allocation is tried again as long as it returns true. If it returns false the process is aborted,
 * in silence; without a function, with one line on the standard error. The kernel takes back
 * whatever a process held that has ended.
 */
void dtrace_set_memory_handler(bool (*fn)(void *arg, size_t size), void *arg);

// ---- sessions

struct dtrace_error *dtrace_open(struct dtrace **ret);
/** Detaches and frees everything; a command that still waits for its start is killed. NULL is fine.
 */
void dtrace_close(struct dtrace *d);

/** `-x name=value`; value NULL for "on". */
struct dtrace_error *dtrace_setopt(struct dtrace *d, const char *name, const char *value);
/** Value of a numeric or boolean option; 0 if there is no such option. */
int64_t dtrace_getopt(const struct dtrace *d, const char *name);
/** Where records go; default stdout. Borrowed. */
void dtrace_set_output(struct dtrace *d, FILE *out);
/** Where -x tree shows the program; default: nowhere. Borrowed. */
void dtrace_set_listing(struct dtrace *d, FILE *out);
/** -v: messages also about what few want to know, that a rate was brought into its range; of the
 * options before, now. */
void dtrace_set_verbose(struct dtrace *d);
/** Receives messages for a person (drops, probe errors, notices), without "dtrace: " and newline.
 * They may hold names that others have chosen: dtrace_print(). */
void dtrace_set_message_handler(struct dtrace *d, void (*fn)(void *arg, const char *text),
				void *arg);
/** Print a message or the text of an error, and a newline. A terminal gets the control characters
 * of names as C escapes, also newlines unless the text has lines of its own. */
void dtrace_print(FILE *out, const char *text, bool has_lines);
/** Receives how far the probes in processes have been "placed" or "removed", several times a
 * second: so many places of all. */
void dtrace_set_progress_handler(struct dtrace *d,
				 void (*fn)(void *arg, const char *what, size_t places, size_t all),
				 void *arg);
/** Macro arguments $0 … $n. */
void dtrace_set_args(struct dtrace *d, const char *const *argv, size_t argc);

/** Start a command, stopped before its first instruction, or name a running process: both become
 *  targets, the first of them is $target. Words are split as by a shell, with quotes, but there is
 *  no shell: `|`, `;`, `>` and the like are an error unless they are quoted. */
struct dtrace_error *dtrace_command(struct dtrace *d, const char *command);
struct dtrace_error *dtrace_grab(struct dtrace *d, pid_t pid);

// ---- programs

enum dtrace_text {
	DTRACE_TEXT_FILE, // -s: `text` is the path, "-" = stdin
	DTRACE_TEXT_PROVIDER,
	DTRACE_TEXT_MODULE,
	DTRACE_TEXT_FUNCTION,
	DTRACE_TEXT_NAME, // -P -m -f -n
	DTRACE_TEXT_ID,	  // -i
};

/** Add a text to the program. Fails only if a file cannot be read. */
struct dtrace_error *dtrace_add(struct dtrace *d, enum dtrace_text kind, const char *text);
/**
 * Parse and check all texts, match their probes. DTRACE_ERROR_COMPILE: the message is the classic
 * line of the first error, without "dtrace: "; dtrace_diagnostics() has them all.
 */
struct dtrace_error *dtrace_check(struct dtrace *d);
/** All diagnostics, located, with source lines, ready to print; "" if none. Coloured if the
 * standard error is a terminal, or as option color says. */
const char *dtrace_diagnostics(struct dtrace *d);
/** Report of text number i after the check, e.g. "description 'x' matched 3 probes". False past the
 *  last. */
bool dtrace_text_report(struct dtrace *d, size_t i, const char **report);
/** How many probes all texts match. */
size_t dtrace_match_count(const struct dtrace *d);
/** Translate everything to eBPF without asking the kernel; the listing goes to `out` unless NULL.
 */
struct dtrace_error *dtrace_generate(struct dtrace *d, FILE *listing);

// ---- tracing

/** Load, run BEGIN, attach, start the commands. */
struct dtrace_error *dtrace_go(struct dtrace *d);

enum dtrace_work { DTRACE_WORK_OKAY, DTRACE_WORK_DONE, DTRACE_WORK_ERROR };
/** Wait for data (a second at most, or until dtrace_interrupt()) and print it. DONE: exit() was
 * called, or the last target has gone. ERROR: *err is set; its errno is EPIPE if the reader of the
 * output has gone. */
enum dtrace_work dtrace_work(struct dtrace *d, struct dtrace_error **err);

/** Tracing is to end: dtrace_go() leaves unattached what takes long, and dtrace_work() does not
 * wait, the present call or the next one. May be called by a signal handler, or another thread. */
void dtrace_interrupt(struct dtrace *d);

/** Hand what has been printed so far to the kernel, while the thread that prints may be held up; it
 * prints nothing any more. By another thread, before _exit(). */
void dtrace_salvage(struct dtrace *d);

/** Detach, run END, print what is left, then the aggregations. `impatient`: only detach. */
struct dtrace_error *dtrace_stop(struct dtrace *d, bool impatient);
/** The argument of exit(); 0 if it was not called. */
int dtrace_exit_status(const struct dtrace *d);

// ---- aggregations

/** An aggregation at one moment: a copy that nothing changes which is traced or printed later. */
struct dtrace_aggregation;

/**
 * Read the aggregation of that name, without "@", "_" for the anonymous one; between dtrace_go()
 * and dtrace_close(). It has a row for each key, as printa() would show them and in that order;
 * or, with `is_total`, what clear() and trunc() hide as well, in no order: numbers that only grow.
 * Reading changes nothing.
 */
struct dtrace_error *dtrace_aggregation_read(struct dtrace *d, const char *name, bool is_total,
					     struct dtrace_aggregation **ret);
/** NULL is fine. */
void dtrace_aggregation_free(struct dtrace_aggregation *a);
/** The name of the program's aggregation number i; NULL past the last. */
const char *dtrace_aggregation_name(const struct dtrace *d, size_t i);

// What follows lives as long as the aggregation; rows, keys and buckets are counted from 0.

/** "count", "sum", "quantize" … */
const char *dtrace_aggregation_function(const struct dtrace_aggregation *a);
/** When it was read, in ns of CLOCK_MONOTONIC: D's timestamp. */
uint64_t dtrace_aggregation_time(const struct dtrace_aggregation *a);
/** What normalize() divides the numbers by; those here are not divided. */
int64_t dtrace_aggregation_normal(const struct dtrace_aggregation *a);
size_t dtrace_aggregation_rows(const struct dtrace_aggregation *a);
/** Parts of a key. */
size_t dtrace_aggregation_keys(const struct dtrace_aggregation *a);
/** A part as printa() shows it; a stack has a line for each frame. */
const char *dtrace_aggregation_key(const struct dtrace_aggregation *a, size_t row, size_t key);
/** A part that is an integer; false: it is not. */
bool dtrace_aggregation_key_number(const struct dtrace_aggregation *a, size_t row, size_t key,
				   int64_t *ret);
/** The number of a row; 0 if the function is a histogram. */
int64_t dtrace_aggregation_number(const struct dtrace_aggregation *a, size_t row);

/** Of a histogram; 0: it is none. */
size_t dtrace_aggregation_buckets(const struct dtrace_aggregation *a);
enum dtrace_bucket {
	DTRACE_BUCKET_VALUE, // from the value up to the next bucket; quantize() of negatives: down
	DTRACE_BUCKET_BELOW, // everything below the value
	DTRACE_BUCKET_ABOVE, // the value and everything above
};
enum dtrace_bucket dtrace_aggregation_bucket(const struct dtrace_aggregation *a, size_t bucket,
					     int64_t *value);
int64_t dtrace_aggregation_count(const struct dtrace_aggregation *a, size_t row, size_t bucket);

// ---- anonymous tracing

/**
 * Anonymous tracing. Instead of dtrace_go(): the same, but the kernel goes on without us, and there
 * can be one such tracing at a time. Instead of dtrace_add() and all that follows up to
 * dtrace_go(): claim it, with the output options of this session. And: end it, if there is any.
 */
struct dtrace_error *dtrace_go_anonymous(struct dtrace *d);
struct dtrace_error *dtrace_claim(struct dtrace *d);
struct dtrace_error *dtrace_forget_anonymous(struct dtrace *d);

// ---- reports

/** -l: the probes that the texts match, all probes if there is no text, and the places that other
 * dtraces hold then; `verbose` 1 adds arguments and mechanism, 2 stability. A description that
 * matches nothing is a message; *failed is their number. */
struct dtrace_error *dtrace_list(struct dtrace *d, FILE *out, unsigned verbose, size_t *failed);
/** -v: stability of the program, text by text. */
void dtrace_report_stability(struct dtrace *d, FILE *out);
/** -v: a message about the kernel memory that tracing takes; after dtrace_go(). */
void dtrace_report_memory(struct dtrace *d);
/** -v: a message about the user stacks that were unwound, if there were any: how many are whole;
 *  after dtrace_stop(). */
void dtrace_report_stacks(struct dtrace *d);
/** A message about what was waited for, if nothing has been recorded; after dtrace_stop(). */
void dtrace_report_silence(struct dtrace *d);
/** Messages about the places that are named by a description and cannot be probed: how many and
 * why; `verbose`: and each of them. After dtrace_list() or dtrace_go(). */
void dtrace_report_skips(struct dtrace *d, bool verbose);

/** --status: the processes, files and events that any dtrace on this machine traces now; `verbose`:
 *  and each place. */
struct dtrace_error *dtrace_status(FILE *out, bool verbose);
/** Every option (-x help). */
void dtrace_help_options(FILE *out);
/**
 * --explain: what a name means that is in a table of the program (a builtin, action, option,
 * provider, tag of a diagnostic); the layout of a type ("struct task_struct", of the kernel or of a
 * target's program); "options" and the like: all of a kind, a line each; a pattern: those that it
 * matches; "topics": what there is. False if there is no such topic.
 */
bool dtrace_explain(struct dtrace *d, const char *topic, FILE *out);
/** How a probe description that begins with `text` can go on, a word a line: for shells. */
struct dtrace_error *dtrace_complete(struct dtrace *d, const char *text, FILE *out);
/** The library's version, "0.2". */
const char *dtrace_version(void);
/** -V; verbose: also what a report of a problem needs: the kernel, the processor, lockdown,
 *  privileges, and what the kernel offers to tracing. */
void dtrace_print_version(FILE *out, bool verbose);

// ---- building probes into programs

/**
 * After dtrace_check() of texts that declare providers: -h, a C header with the macros that are the
 * probes; -G, the object to link with it. `objects` are those of the program that use the header;
 * an error if one does not fit the declarations.
 */
struct dtrace_error *dtrace_write_header(struct dtrace *d, FILE *out);
struct dtrace_error *dtrace_write_object(struct dtrace *d, const char *path,
					 const char *const *objects, size_t n);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
