/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * @mainpage
 * libdtrace compiles D programs, traces with them, and prints their records or returns them as
 * data.
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
 * These rules hold for all functions unless their description says otherwise.
 *
 * **Errors.** A function that returns `struct dtrace_error *` returns NULL on success, else an
 * error that the caller frees. Its kind is DTRACE_ERROR_USAGE for a NULL argument that must not be
 * NULL, for a call in the wrong order, and for a call by a handler; it is DTRACE_ERROR_PRIVILEGE or
 * DTRACE_ERROR_SYSTEM, with the error number, if a system call failed. Descriptions name the other
 * kinds. A function that describes something returns false if it does not exist or an argument is
 * NULL. Other functions then return 0, NULL or "". A failed function writes no results.
 *
 * **Order.** Options, handlers and texts come first, then dtrace_check(), dtrace_go(), work, and
 * dtrace_stop(). Functions that need a checked program and return an error call dtrace_check(), if
 * the caller has not, and return its error. After an error of dtrace_check() or dtrace_go(), a
 * session can only be read and closed.
 *
 * **Ownership.** The library copies strings and structs that it receives; it keeps `arg`, which it
 * passes to the caller's functions. Returned objects and strings belong to the session and live as
 * long as it.
 *
 * **Structs** of the caller begin with `size`. "in" means that the caller sets it, to the size of
 * the struct in its version of this header. The library reads and writes no further. The library
 * sets the size of structs that it passes to functions of the caller.
 *
 * **Callbacks.** A session calls functions of the caller: handlers, also of messages and progress,
 * and those of dtrace_each_clause() and the like, all in the thread that called the session. They
 * must return: neither longjmp() nor a C++ exception may leave them. They may use their session
 * only to read and to interrupt it: functions that set, start, take or print something fail
 * (DTRACE_ERROR_USAGE), return false, or send a message instead.
 *
 * **Threads.** A session may be used by one thread at a time, apart from dtrace_interrupt() and
 * dtrace_salvage(). A session with commands (dtrace_command()) must be used by the thread that
 * started them, because the kernel lets only that thread control them. Different sessions are
 * independent, and so are errors, batches and copies of aggregations, each used by one thread at a
 * time. Functions without a session may be called by any thread. After fork(), the child must not
 * use the sessions of its parent, not even close them.
 *
 * **Process.** The library prints only the program's records, and to descriptors that the caller
 * passes. It changes neither signal handlers nor limits of the process. It requires the privileges
 * of dtrace(1).
 *
 * **Units.** Times are ns of CLOCK_MONOTONIC, which is D's timestamp. Sizes are bytes. Items are
 * counted from 0, probe ids from 1. Names, paths and strings of traced programs may hold any bytes
 * and are not always UTF-8.
 */
/**
 * @file
 * The interface of libdtrace, together with listing.h. The main page of the reference has the
 * common rules.
 */
#ifndef DTRACE_DTRACE_H
#define DTRACE_DTRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** A session. */
struct dtrace;

/** @defgroup version Version
 * @{ */

/** The version of this header, 10000 * major + 100 * minor + patch. */
#define DTRACE_VERSION_NUMBER 200

/** Returns the version of the library as text, "0.2". The text is constant. */
const char *dtrace_version(void);
/** Returns the version of the library in the form of DTRACE_VERSION_NUMBER. */
unsigned dtrace_version_number(void);
/**
 * Reports whether the library has a feature, on this machine and with these privileges:
 *	"32-bit"           traces processes of 32-bit programs
 *	"copyout"          copyout() and copyoutstr() write to processes
 *	"kernel-functions" probes of fbt
 *	"kernel-types"     types and members of the running kernel
 * Returns false for other names.
 */
bool dtrace_has(const char *feature);

/** @} */
/** @defgroup errors Errors
 * @{ */

/** An error: a kind and a message. Functions accept NULL. */
struct dtrace_error;

/** The kinds of errors. */
enum dtrace_error_kind {
	DTRACE_ERROR_OTHER,	  ///< none of the following
	DTRACE_ERROR_SYSTEM,	  ///< a system call failed: dtrace_error_errno()
	DTRACE_ERROR_PRIVILEGE,	  ///< not allowed
	DTRACE_ERROR_UNSUPPORTED, ///< this kernel does not support it
	DTRACE_ERROR_USAGE,	  ///< wrong use of the library or an option
	DTRACE_ERROR_COMPILE,	  ///< the D program is wrong: dtrace_diagnostic()
};

/** Returns the kind of the error; DTRACE_ERROR_OTHER for NULL. */
enum dtrace_error_kind dtrace_error_kind(const struct dtrace_error *err);
/** Returns a sentence for the user, without a full stop. It lives as long as the error. */
const char *dtrace_error_message(const struct dtrace_error *err);
/** Returns the error number of the failed system call, or 0. */
int dtrace_error_errno(const struct dtrace_error *err);
/** Frees the error. */
void dtrace_error_free(struct dtrace_error *err);

/**
 * Sets the handler of memory exhaustion for all sessions of the process. If an allocation fails,
 * the library calls `fn` and, if that returns true, tries again. If it returns false, the library
 * aborts the process without a message. Without a handler, it prints one line on the standard error
 * and aborts. The kernel releases everything that an aborted process held. Any thread may run out
 * of memory, so `fn` may be called in any. A NULL `fn` removes the handler.
 */
void dtrace_set_memory_handler(bool (*fn)(void *arg, size_t size), void *arg);

/** @} */
/** @defgroup sessions Sessions
 * @{ */

/** Opens a session, which the caller closes. Fails only if `ret` is NULL. Needs no privilege. */
struct dtrace_error *dtrace_open(struct dtrace **ret);
/** Detaches and frees everything, also what the session has returned. Prints nothing more. Kills
 * commands that still wait for their start. NULL is fine. */
void dtrace_close(struct dtrace *d);

/** Sets an option, as -x name=value does. A NULL value means "on". Fails with DTRACE_ERROR_USAGE if
 * there is no such option, if the value is wrong, or if it is too late: while tracing, only the
 * options that setopt() of D sets can be set. */
struct dtrace_error *dtrace_setopt(struct dtrace *d, const char *name, const char *value);
/** Writes the value of an option: a number, a size in bytes, a time or the period of a rate in ns,
 * 0 or 1, or the place of a word in the list of words that the option takes, from 0; 0 for a text.
 * Returns false if there is no such option. */
bool dtrace_getopt(const struct dtrace *d, const char *name, int64_t *ret);
/** Returns the text of an option; NULL if it is not set, or takes no text. The text lives until the
 * option is set again. */
const char *dtrace_getopt_text(const struct dtrace *d, const char *name);
/** Sets the output for records, before dtrace_go(). Without this call, it is the stream stdout. The
 * session copies the descriptor, and flushes what it printed at the end of each dtrace_work(). */
struct dtrace_error *dtrace_set_output(struct dtrace *d, int fd);
/** Sets the output for -x tree, by default -1: none. The descriptor must stay open until
 * dtrace_check() returns, which ignores errors of writing. */
void dtrace_set_listing(struct dtrace *d, int fd);
/** -v: Enables detailed messages, for example about a rate that was adjusted to its range. Sends
 * the pending ones of earlier options now. */
void dtrace_set_verbose(struct dtrace *d);
/** Sets the handler of messages for the user (drops, probe errors, notices), without "dtrace: " and
 * newline; NULL: none. `text` lives until `fn` returns. Records before the message have been
 * written to the output. Messages may contain names that other users chose: see dtrace_print(). */
void dtrace_set_message_handler(struct dtrace *d, void (*fn)(void *arg, const char *text),
				void *arg);
/** Prints a message or the text of an error, and a newline. On a terminal, prints control
 * characters as C escapes, including newlines unless has_lines. Ignores errors of writing. */
void dtrace_print(int fd, const char *text, bool has_lines);
/** Sets the handler of progress: `places` of `all` probe sites in processes have been "placed" or
 * "removed"; `what` is constant. Called several times a second; NULL: none. */
void dtrace_set_progress_handler(struct dtrace *d,
				 void (*fn)(void *arg, const char *what, size_t places, size_t all),
				 void *arg);
/** Sets the macro arguments $0 … $n, `argc` strings, instead of earlier ones. Call before
 * dtrace_check(). */
void dtrace_set_args(struct dtrace *d, const char *const *argv, size_t argc);

/** Starts a command, stopped before its first instruction, which becomes a target. The first target
 * is $target. The command is split into words as by a shell, with quotes, but no shell runs: `|`,
 * `;`, `>` and similar characters are an error (DTRACE_ERROR_USAGE) unless quoted. If the command
 * cannot start, the error is as of dtrace_command_argv(). Call before dtrace_go(). */
struct dtrace_error *dtrace_command(struct dtrace *d, const char *command);
/** A command. Members of value NULL are the caller's; the strings are copied. */
struct dtrace_command {
	size_t size;			///< in: sizeof(struct dtrace_command)
	const char *const *argv;	///< ended by NULL; PATH is searched for argv[0]
	const char *const *environment; ///< NAME=VALUE, ended by NULL; -x setenv changes it, too
	const char *directory;		///< working directory
	const int *stdio; ///< three descriptors, which stay open here; -1: the caller's
	const uid_t *uid; ///< with the supplementary groups of this user
	const gid_t *gid; ///< NULL: the group of `uid`
};
/** Like dtrace_command(), but nothing is split or quoted. If the command cannot start, the error
 * (DTRACE_ERROR_SYSTEM or DTRACE_ERROR_PRIVILEGE) names the program and the cause, and
 * dtrace_error_errno() is the number. */
struct dtrace_error *dtrace_command_argv(struct dtrace *d, const struct dtrace_command *command);
/** Makes a running process a target. Call before dtrace_go(). Fails with DTRACE_ERROR_OTHER if
 * there is no such process, or if `pid` is a thread. */
struct dtrace_error *dtrace_grab(struct dtrace *d, pid_t pid);

/** The states of a target. */
enum dtrace_target_state {
	DTRACE_TARGET_WAITING, ///< a command before dtrace_go()
	DTRACE_TARGET_RUNNING,
	DTRACE_TARGET_ENDED,
};
/** A process of dtrace_command() or dtrace_grab(). */
struct dtrace_target {
	size_t size;			///< in: sizeof(struct dtrace_target)
	pid_t pid;			///< process id
	enum dtrace_target_state state; ///< at the time of the call
	bool is_command;		///< started by dtrace_command() or dtrace_command_argv()
	bool has_status;		///< it has ended and was a child of the caller
	int status;			///< as of waitpid(2)
};
/** Describes target number i, in the order of the calls, from 0, as of the last dtrace_work_now().
 * Returns false if there is none. Commands are reaped; the caller reaps its other children. */
bool dtrace_target(struct dtrace *d, size_t i, struct dtrace_target *ret);

/** @} */
/** @defgroup programs Programs
 * @{ */

/** The kinds of texts, as the options of dtrace(1). */
enum dtrace_text {
	DTRACE_TEXT_FILE, ///< -s: `text` is the path, "-" = stdin
	DTRACE_TEXT_PROVIDER,
	DTRACE_TEXT_MODULE,
	DTRACE_TEXT_FUNCTION,
	DTRACE_TEXT_NAME, ///< -P -m -f -n
	DTRACE_TEXT_ID,	  ///< -i
};

/** Adds a text to the program. Fails only if a file cannot be read or preprocessed, or after
 * dtrace_check(). Reads files now. */
struct dtrace_error *dtrace_add(struct dtrace *d, enum dtrace_text kind, const char *text);
/** Adds a script that the caller has read; it is not preprocessed. `path` is its name in messages.
 * Fails only after dtrace_check(). */
struct dtrace_error *dtrace_add_script(struct dtrace *d, const char *path, const char *text);
/**
 * Parses and checks all texts and matches their probes. The message of a DTRACE_ERROR_COMPILE is
 * the classic line of the first error, without "dtrace: "; dtrace_diagnostic() describes all
 * errors. Another call returns the same.
 */
struct dtrace_error *dtrace_check(struct dtrace *d);

/** The severity of a diagnostic. */
enum dtrace_severity { DTRACE_SEVERITY_ERROR, DTRACE_SEVERITY_WARNING };

/** An error or a warning about the program. In all strings, control characters are C escapes (in
 * the excerpt "?", except tabs), and broken UTF-8 is "?". They live as long as the session. Lines
 * and columns are counted from 1, columns in bytes; 0: the diagnostic has no location. */
struct dtrace_diagnostic {
	size_t size;		       ///< in: sizeof(struct dtrace_diagnostic)
	const char *tag;	       ///< "D_SYNTAX" …: --explain describes it
	enum dtrace_severity severity; ///< error or warning
	const char *file; ///< "<program>" for texts that are not in a file; NULL without a location
	uint32_t line;	  ///< first line
	uint32_t column;  ///< first column
	uint32_t end_line;   ///< last line
	uint32_t end_column; ///< behind the last character
	const char *message; ///< a sentence
	const char *hint;    ///< NULL: none
	const char *excerpt; ///< of the source line around the location, or NULL
	size_t mark;	     ///< bytes of the excerpt before the location
	size_t mark_length;  ///< bytes of the excerpt at the location; may be 0
};

/** Returns the number of diagnostics so far. dtrace_go() and dtrace_generate() may find more than
 * dtrace_check(). */
size_t dtrace_diagnostics(const struct dtrace *d);
/** Describes a diagnostic, in order of discovery from 0. Returns false if there is none with this
 * number. */
bool dtrace_diagnostic(struct dtrace *d, size_t i, struct dtrace_diagnostic *ret);
/** The probes that a text matches. */
struct dtrace_text_match {
	size_t size;	       ///< in: sizeof(struct dtrace_text_match)
	enum dtrace_text kind; ///< kind
	const char *name;      ///< path of a file; else the text before its clause
	size_t n_probes;       ///< a probe counts once in each description
};
/** Writes the matches of text number i, in the order of dtrace_add(). Returns false before
 * dtrace_check(). */
bool dtrace_text_match(const struct dtrace *d, size_t i, struct dtrace_text_match *ret);
/** Returns the number of probes that all texts match; 0 before dtrace_check(). */
size_t dtrace_match_count(const struct dtrace *d);
/** Translates all programs to eBPF without loading them. Writes the listing to the descriptor
 * `listing` unless it is -1. Fails with DTRACE_ERROR_COMPILE if a program cannot be translated, and
 * with DTRACE_ERROR_UNSUPPORTED if it is too large. */
struct dtrace_error *dtrace_generate(struct dtrace *d, int listing);

/** @} */
/** @defgroup completion Completion
 * @{ */

/** A word that can stand at a position. The strings live as long as the session. */
struct dtrace_completion {
	size_t size;	    ///< in: sizeof(struct dtrace_completion)
	const char *word;   ///< the word
	const char *kind;   ///< "provider", "module", "function", "name" of a description;
			    ///< "variable", "function", "action", "aggregating function",
			    ///< "aggregation", "member", "keyword", "macro", "option", "value"
	const char *detail; ///< a type, prototype or default; NULL: none
	const char *doc;    ///< a sentence; NULL: none
};

/**
 * Finds the words that can stand at byte `at` of a program, which may be unfinished and wrong.
 * Writes the byte where the word begins that each of them replaces, counted from 0. Call once in a
 * session, instead of dtrace_add(). The beginning of a probe description is also a program. Fails
 * with DTRACE_ERROR_USAGE if `at` is behind the end of the text.
 */
struct dtrace_error *dtrace_complete(struct dtrace *d, const char *text, size_t at, size_t *begin);
/** Describes word number i, from 0. Returns false if there is none with this number. */
bool dtrace_completion(const struct dtrace *d, size_t i, struct dtrace_completion *ret);

/** @} */
/** @defgroup tracing Tracing
 * @{ */

/** Loads the programs, runs BEGIN, attaches the probes and starts the commands. Fails with
 * DTRACE_ERROR_COMPILE as dtrace_check() and dtrace_generate() do, with DTRACE_ERROR_PRIVILEGE if
 * the user may not trace, with DTRACE_ERROR_UNSUPPORTED if the kernel lacks a feature, and with
 * DTRACE_ERROR_USAGE if destructive actions are not allowed. */
struct dtrace_error *dtrace_go(struct dtrace *d);

/** Results of dtrace_work(). */
enum dtrace_work {
	DTRACE_WORK_OKAY,  ///< tracing goes on
	DTRACE_WORK_DONE,  ///< exit() was called, the last target has ended, or tracing was stopped
	DTRACE_WORK_ERROR, ///< failed
};
/**
 * Returns a descriptor for poll(2), epoll(7) and event loops, or -1 before dtrace_go(). It is
 * readable when dtrace_work_now() has something to do: records or a deadline are due, a target or
 * tracing has ended, or dtrace_interrupt() was called. The session owns it. Do not read it.
 */
int dtrace_fd(const struct dtrace *d);
/** Prints the data that is due and handles other events. Does not wait for data, but the program's
 * system() waits for its command. Writes the error to *err, or NULL; its errno is EPIPE if the
 * reader of the output has gone. Afterwards call dtrace_stop(), unless the result is OKAY. */
enum dtrace_work dtrace_work_now(struct dtrace *d, struct dtrace_error **err);
/** Waits for dtrace_fd(), at most a second, then does the same as dtrace_work_now(). */
enum dtrace_work dtrace_work(struct dtrace *d, struct dtrace_error **err);

/** Requests the end of tracing: dtrace_go() skips attachments that take long, dtrace_fd() becomes
 * readable, and the current or next dtrace_work() does not wait. May be called from a signal
 * handler or another thread. */
void dtrace_interrupt(struct dtrace *d);

/** Writes the output printed so far to the kernel, while the printing thread may be blocked; that
 * thread prints nothing more. Called by another thread before _exit(). */
void dtrace_salvage(struct dtrace *d);

/** Detaches, runs END, and prints the remaining records and the aggregations. If `impatient`, only
 * detaches. Without effect before dtrace_go() and when called again. Fails with DTRACE_ERROR_SYSTEM
 * if the output cannot be written. */
struct dtrace_error *dtrace_stop(struct dtrace *d, bool impatient);
/** Returns the argument of exit(), or 0 if the session has not received its call. */
int dtrace_exit_status(const struct dtrace *d);

/** @} */
/** @defgroup records_as_data Records as data
 * @{ */

/**
 * A handler receives the results as data, while they arrive and in their order. A session has one
 * form of results: text in an output file (the default), a handler, or batches. Fields are counted
 * from 0, in the order of the program; the data of a field are those of an argument of trace(),
 * print(), printf(), tracemem(), stack() and their relatives.
 */
enum dtrace_kind {
	DTRACE_INTEGER, ///< dtrace_record_integer()
	DTRACE_FLOAT,	///< dtrace_record_float()
	DTRACE_STRING,	///< dtrace_record_bytes(): not terminated
	DTRACE_BYTES,	///< dtrace_record_bytes(): a struct, an array, or memory
	DTRACE_STACK,	///< dtrace_record_stack()
	DTRACE_SYMBOL,	///< dtrace_record_text()
};

/** The records of one clause. It lives as long as the session. */
struct dtrace_shape;
/** A record. It lives until the handler returns. */
struct dtrace_record;

/** A field of a shape. The strings live as long as the session. */
struct dtrace_field {
	size_t size;	    ///< in: sizeof(struct dtrace_field)
	const char *name;   ///< unique in the shape: "pid" of `pid` and `x->pid`; else "printf_2"
	const char *type;   ///< of D: "int", "struct timeval"; "" if it has none
	const char *action; ///< "trace", "printf" …
	const char *format; ///< of printf(); else NULL
	size_t number;	    ///< of the action in the clause: the fields of one action have the same
	enum dtrace_kind kind; ///< kind of the data
	bool is_signed;	       ///< an integer
	uint32_t width;	       ///< of an integer, in bytes; else 0
};

/** A probe. The strings live as long as the session. */
struct dtrace_probe {
	size_t size;	      ///< in: sizeof(struct dtrace_probe)
	uint32_t id;	      ///< number of the probe
	const char *provider; ///< provider
	const char *module;   ///< module
	const char *function; ///< function
	const char *name;     ///< name
};

/** An action with an effect, which has been carried out. It lives until the handler returns. */
struct dtrace_effect {
	size_t size;	    ///< sizeof(struct dtrace_effect) of the library
	const char *action; ///< "printa", "exit", "system", "freopen", "clear" …
	int64_t number;	    ///< of exit(), trunc(), normalize(); else 0
	const char *text;   ///< the command of system(), the path of freopen(); else NULL
	const struct dtrace_aggregation *const *aggregations; ///< of printa(), clear() …
	size_t n_aggregations;				      ///< number of aggregations
};

/** Lost events; each is reported once. */
struct dtrace_drop {
	size_t size;	     ///< sizeof(struct dtrace_drop): of the library; in, for dtrace_drops()
	const char *kind;    ///< "PRINCIPAL", "DYNAMIC", "SPECULATION" …
	uint64_t count;	     ///< of events
	int cpu;	     ///< -1: all together
	const char *message; ///< the same as a sentence
};

/** A fault of a clause, which ended its firing. */
struct dtrace_fault {
	size_t size;	  ///< sizeof(struct dtrace_fault) of the library
	uint64_t time;	  ///< of the firing, ns of CLOCK_MONOTONIC
	uint32_t probe;	  ///< dtrace_probe()
	const char *kind; ///< "invalid address", "divide-by-zero" …
	uint64_t address; ///< if has_address
	bool has_address; ///< the address is known
	uint32_t action;  ///< number of the action, from 1; 0: the predicate
};

/**
 * Functions of a handler; NULL: ignored, and drops, faults and ends of targets become messages. A
 * handler without record() and effect() leaves the form of the results as it is: text, or batches.
 */
struct dtrace_handler {
	size_t size; ///< in: sizeof(struct dtrace_handler)
	void *arg;   ///< first argument of the functions
	/** A record. */
	void (*record)(void *arg, const struct dtrace_record *r);
	/** `r` is NULL for an aggregation that is printed at the end without printa(). */
	void (*effect)(void *arg, const struct dtrace_record *r, const struct dtrace_effect *e);
	/** Lost events. */
	void (*drop)(void *arg, const struct dtrace_drop *drop);
	/** A fault. */
	void (*fault)(void *arg, const struct dtrace_fault *fault);
	/** A target has ended. */
	void (*target)(void *arg, const struct dtrace_target *target);
};

/** Writes the total of kind number i of drops, from 0. It counts the drops reported so far: at
 * statusrate and by dtrace_stop(). `cpu` is -1, `message` is "". Returns false if there are no more
 * kinds. */
bool dtrace_drops(const struct dtrace *d, size_t i, struct dtrace_drop *ret);

/** Sets the handler, before dtrace_go(), instead of an earlier one. */
struct dtrace_error *dtrace_set_handler(struct dtrace *d, const struct dtrace_handler *handler);
/** Describes the probe with this id. */
bool dtrace_probe(struct dtrace *d, uint32_t id, struct dtrace_probe *ret);

/** Returns the number of the clause, in the order of the program. */
size_t dtrace_shape_index(const struct dtrace_shape *s);
/** Returns the number of fields. */
size_t dtrace_shape_fields(const struct dtrace_shape *s);
/** Describes a field. */
bool dtrace_shape_field(const struct dtrace_shape *s, size_t i, struct dtrace_field *ret);

/** Returns the shape, which lives as long as the session. */
const struct dtrace_shape *dtrace_record_shape(const struct dtrace_record *r);
/** Returns the time of the firing in ns of CLOCK_MONOTONIC, D's timestamp. */
uint64_t dtrace_record_time(const struct dtrace_record *r);
/** Returns the CPU of the firing. */
unsigned dtrace_record_cpu(const struct dtrace_record *r);
/** Returns the id of the probe: dtrace_probe(). */
uint32_t dtrace_record_probe(const struct dtrace_record *r);
/** Returns the process that the probe fired in, and writes the thread's id unless NULL. */
pid_t dtrace_record_process(const struct dtrace_record *r, pid_t *thread);
/** Reports whether the record has the field. It has none of a branch that did not run. */
bool dtrace_record_has(const struct dtrace_record *r, size_t i);
/** Returns the value of an integer, or 0 if the record does not have the field or it is of another
 * kind. An unsigned integer of 64 bits is the same bits. */
int64_t dtrace_record_integer(const struct dtrace_record *r, size_t i);
/** Returns the value of a float, or 0 in the same cases. */
double dtrace_record_float(const struct dtrace_record *r, size_t i);
/** Returns the bytes of a field and writes their number; NULL and 0 in the same cases. They live
 * until the handler returns. */
const void *dtrace_record_bytes(const struct dtrace_record *r, size_t i, size_t *len);
/** Returns the number of frames, and writes their addresses, the innermost first. They live until
 * the next call. Writes the process that has these addresses; 0: the kernel. */
size_t dtrace_record_stack(const struct dtrace_record *r, size_t i, const uint64_t **frames,
			   pid_t *process);
/** Returns a field of any kind as trace() or print() would print it, or "" if the record does not
 * have the field. The text lives until the next call. */
const char *dtrace_record_text(const struct dtrace_record *r, size_t i);
/** Returns the text that the record prints with option quiet: that of printf(), trace() and so on,
 * one after the other. It lives until the next call. */
const char *dtrace_record_output(const struct dtrace_record *r);

/** @} */
/** @defgroup records_as_columns Records as columns
 * @{ */

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE
// Source: Apache Arrow, "The Arrow C data interface", which fixes this layout.
struct ArrowSchema {
	const char *format, *name, *metadata;
	int64_t flags, n_children;
	struct ArrowSchema **children, *dictionary;
	void (*release)(struct ArrowSchema *schema);
	void *private_data;
};
struct ArrowArray {
	int64_t length, null_count, offset, n_buffers, n_children;
	const void **buffers;
	struct ArrowArray **children, *dictionary;
	void (*release)(struct ArrowArray *array);
	void *private_data;
};
#endif

/** Collects records in batches of at most `rows` rows, 1 to INT32_MAX, instead of printing them.
 * Call before dtrace_go(). While 100,000 rows and more wait, later records stay in the kernel's
 * buffers. */
struct dtrace_error *dtrace_set_batches(struct dtrace *d, size_t rows);
/**
 * Takes a batch: the oldest full one, or else the longest one with at least `min_rows` rows, at
 * least 1. Returns false if there is none. The rows of a batch have one shape, whose number is
 * written to *shape unless NULL. The columns are `seq` (the order over all shapes), `time`, `cpu`,
 * `probe` (an id) and one for each field: an integer as recorded, a double, a string, bytes, a list
 * of addresses, or the text of a symbol; null in a branch that did not run.
 *
 * The caller provides the two structs, and releases them by their own function `release`. They may
 * outlive the session, and any thread may use and release them.
 */
bool dtrace_read_batch(struct dtrace *d, size_t min_rows, size_t *shape, struct ArrowSchema *schema,
		       struct ArrowArray *array);

/** @} */
/** @defgroup aggregations Aggregations
 * @{ */

/**
 * A copy of an aggregation at one moment. It may outlive its session. Later tracing and printing do
 * not change it. It has a row for each key, and no two rows have the same key.
 */
struct dtrace_aggregation;

/**
 * Reads the aggregation with this name, without "@"; "_" is the anonymous one. Call between
 * dtrace_go() and dtrace_close(). The copy has the rows of printa(), in its order. With `is_total`,
 * it also has the values that clear() and trunc() hide, in no order; these values only grow.
 * Reading changes nothing. The caller frees the copy. Fails with DTRACE_ERROR_USAGE if the program
 * has no such aggregation.
 */
struct dtrace_error *dtrace_aggregation_read(struct dtrace *d, const char *name, bool is_total,
					     struct dtrace_aggregation **ret);
/**
 * Reads the additions to the aggregation since the previous call, or since dtrace_go(). The copy
 * has a row for each key with changes and each new key, in no order. clear() and trunc() do not
 * change it: if the rows of all calls are added, nothing is lost or counted twice but keys that
 * trunc() removes before the first call. The values of min() and max() are those since the last
 * clear(), of all keys. The caller frees the copy.
 *
 * Unless `idle` is 0, keys whose value has not changed for `idle` ns of calls leave the kernel;
 * output and later calls are the same as before. Writes their number to *expired unless NULL.
 */
struct dtrace_error *dtrace_aggregation_take(struct dtrace *d, const char *name, uint64_t idle,
					     struct dtrace_aggregation **ret, size_t *expired);
/** Returns the name of the program's aggregation number i, or NULL if there is none; all are known
 * after dtrace_generate() and dtrace_go(). */
const char *dtrace_aggregation_name(const struct dtrace *d, size_t i);
/** Returns a copy, which the caller frees, for example of an aggregation that a handler receives.
 */
struct dtrace_aggregation *dtrace_aggregation_copy(const struct dtrace_aggregation *a);
/** Frees a copy. NULL is fine. */
void dtrace_aggregation_free(struct dtrace_aggregation *a);

/**
 * Adds the rows of `other`, also of another session. The values of equal keys are combined as if
 * all had been aggregated in one place; other rows are appended. Fails if the two differ in the
 * function, its parameters, or the types of keys (DTRACE_ERROR_USAGE); `into` is then as before.
 *
 * Stacks are equal if process and frames are, symbols if process and text are. If processes share a
 * symbol, printa() has a row for all, with the process of the first one.
 */
struct dtrace_error *dtrace_aggregation_merge(struct dtrace_aggregation *into,
					      const struct dtrace_aggregation *other);
/**
 * Subtracts the values of an earlier copy of the same aggregation. The additions since then remain.
 * Rows keep their places. The values of min() and max() stay, and so does a row that has
 * fewer values than before, because the program has cleared it. Fails as dtrace_aggregation_merge()
 * does.
 */
struct dtrace_error *dtrace_aggregation_subtract(struct dtrace_aggregation *from,
						 const struct dtrace_aggregation *earlier);

// Results live as long as the aggregation unless documented otherwise. Rows, keys and buckets are
// counted from 0; of a number beyond the last, and of NULL, the result is NULL, false, 0 or "".

/** An aggregation. The strings and parameters live as long as the snapshot. */
struct dtrace_aggregation_info {
	size_t size;	      ///< in: sizeof(struct dtrace_aggregation_info)
	const char *name;     ///< without "@"
	const char *function; ///< "count", "sum", "quantize" …
	/** lquantize(): base, limit, step; llquantize(): factor, lowest magnitude, highest
	 * magnitude, steps; other functions have none. */
	const int64_t *parameters;
	size_t n_parameters; ///< number of parameters
	uint64_t time;	     ///< of reading, ns of CLOCK_MONOTONIC; of the last one merged
	int64_t normal;	     ///< divisor of normalize(); the copy's values are not divided
	bool is_total;	     ///< read with is_total
	bool lost_by_trunc;  ///< the totals lack values of keys that trunc() has removed
	bool lost_by_clear;  ///< the totals lack extremes of min() or max() before a clear()
};
/** Describes the aggregation. */
bool dtrace_aggregation_info(const struct dtrace_aggregation *a,
			     struct dtrace_aggregation_info *ret);

/** Returns the number of rows. */
size_t dtrace_aggregation_rows(const struct dtrace_aggregation *a);
/** Returns the number of parts of a key. */
size_t dtrace_aggregation_keys(const struct dtrace_aggregation *a);
/** Describes a part of the keys, as a field of a record. Its action is the function. A part is no
 * float. */
bool dtrace_aggregation_key(const struct dtrace_aggregation *a, size_t key,
			    struct dtrace_field *ret);
/** Returns a part of a row's key, or 0 if it is of another kind. An unsigned integer of 64 bits is
 * the same bits. */
int64_t dtrace_aggregation_key_integer(const struct dtrace_aggregation *a, size_t row, size_t key);
/** Returns the bytes of a part and writes their number. A string is also terminated. */
const void *dtrace_aggregation_key_bytes(const struct dtrace_aggregation *a, size_t row, size_t key,
					 size_t *len);
/** Returns the number of frames, and writes their addresses, the innermost first, and the process
 * that has these addresses; 0: the kernel. A symbol has a process, but no frames. */
size_t dtrace_aggregation_key_stack(const struct dtrace_aggregation *a, size_t row, size_t key,
				    const uint64_t **frames, pid_t *process);
/** Returns a part of any kind as printed by printa(). A stack has a line for each frame. The text
 * lives until the next call. */
const char *dtrace_aggregation_key_text(const struct dtrace_aggregation *a, size_t row, size_t key);

/** Returns the number that printa() shows for a row; 0 for histograms. */
int64_t dtrace_aggregation_number(const struct dtrace_aggregation *a, size_t row);

/** The words of a value. Those that the function does not keep are 0. */
struct dtrace_aggregation_value {
	size_t size;	     ///< in: sizeof(struct dtrace_aggregation_value)
	bool has_number;     ///< false: a histogram; avg(), stddev(), min() or max() of no values
	int64_t number;	     ///< dtrace_aggregation_number()
	uint64_t count;	     ///< of values: count(), avg(), stddev(), histograms
	int64_t sum;	     ///< of values: sum(), avg(), stddev(), histograms if has_sum
	uint64_t squares[2]; ///< stddev(): sum of squares in 128 bits, the low half first
	bool has_sum;	     ///< of a histogram: it keeps `sum`, and there was no negative value
};
/** Describes the value of a row. */
bool dtrace_aggregation_value(const struct dtrace_aggregation *a, size_t row,
			      struct dtrace_aggregation_value *ret);

/** A bucket of a histogram. It counts values v with low <= v <= high. */
struct dtrace_bucket {
	size_t size;	    ///< in: sizeof(struct dtrace_bucket)
	int64_t low;	    ///< lower bound, inclusive; INT64_MIN if it is open
	int64_t high;	    ///< upper bound, inclusive; INT64_MAX if it is open
	bool is_open_below; ///< the first bucket
	bool is_open_above; ///< the last bucket
};
/** Returns the number of buckets of a histogram; 0 for other functions. */
size_t dtrace_aggregation_buckets(const struct dtrace_aggregation *a);
/** Describes a bucket, the same in all rows. They ascend. */
bool dtrace_aggregation_bucket(const struct dtrace_aggregation *a, size_t bucket,
			       struct dtrace_bucket *ret);
/** Returns the counts of a row's buckets, and writes the number of buckets unless `n` is NULL. */
const int64_t *dtrace_aggregation_counts(const struct dtrace_aggregation *a, size_t row, size_t *n);
/** Estimates the value of rank ⌈share × number of values / 10^6⌉ of a row's histogram: `share` is
 * in millionths, 999000 for p99.9. The estimate is the middle of the value's bucket; of the first
 * and the last bucket it is their bound. Returns false if there is none: no histogram, no values.
 */
bool dtrace_aggregation_percentile(const struct dtrace_aggregation *a, size_t row, uint32_t share,
				   int64_t *ret);

/** A part of a key for dtrace_aggregation_add(), as its kind demands: the integer, or bytes. */
struct dtrace_datum {
	int64_t integer;   ///< an unsigned integer of 64 bits is the same bits
	const void *bytes; ///< a string, bytes, the text of a symbol; a stack's frames, a line each
	size_t n_bytes;	   ///< number of bytes
};
/** Creates an aggregation without rows, for data of another machine. `form` has its name, function,
 * parameters, time and normal. The `n` keys have a kind other than DTRACE_FLOAT and, for an
 * integer, is_signed and width. All is copied. Aggregations of equal forms can be merged. A
 * DTRACE_STACK becomes a DTRACE_STRING: it has no addresses. Fails if the function does not take
 * the parameters. The caller frees the result. */
struct dtrace_error *dtrace_aggregation_create(const struct dtrace_aggregation_info *form,
					       const struct dtrace_field *keys, size_t n,
					       struct dtrace_aggregation **ret);
/** Combines a value with the row of this key, a datum for each part, or adds the row. The value has
 * has_number and number of count(), sum(), min() or max(), or count, sum and squares of avg() or
 * stddev(). A histogram takes `counts`, one for each bucket, instead. Fails if an argument is
 * missing, or dtrace_aggregation_create() did not create the aggregation. */
struct dtrace_error *dtrace_aggregation_add(struct dtrace_aggregation *a,
					    const struct dtrace_datum *key,
					    const struct dtrace_aggregation_value *value,
					    const int64_t *counts);
/** Returns lines as printa() or, if `is_json`, -O json print them, by options of the session, such
 * as aggsortkey. The text lives until the next call for this aggregation. */
const char *dtrace_aggregation_show(const struct dtrace_aggregation *a, const struct dtrace *d,
				    bool is_json);

/** @} */
/** @defgroup stacks_as_data Stacks as data
 * @{ */

/** A function at an address of a stack. Strings are never NULL; "" and 0 are unknown. They live
 * until the next call of dtrace_frame(). */
struct dtrace_frame {
	size_t size;	      ///< in: sizeof(struct dtrace_frame)
	const char *function; ///< demangled unless option demangle is off
	const char *linked;   ///< name in the symbol table or the debug information
	const char *module;   ///< "libc.so.6", "vmlinux"; "" of generated code
	const char *source;   ///< source file, without its directory
	int line;	      ///< of the address, or of the call of the inlined function before it
	bool is_inlined;      ///< inlined in the function with the next number
	const char *file;     ///< path of the mapped file, as its process sees it; "" of the kernel
	const char *build_id; ///< of the file or the module, hexadecimal
	uint64_t map_start;   ///< first address of the mapping, of the kernel or its module
	uint64_t map_end;     ///< address behind the mapping
	uint64_t map_offset;  ///< of map_start, in the file
};
/**
 * Describes function number i at an address of a process (0: of the kernel). Number 0 is the
 * function itself or, where the compiler has inlined functions, the innermost of them; the function
 * that contains them is the last one. Reads debug information if there is any, and symbols unless
 * option stacksymbols is off. Call between dtrace_go() and dtrace_close(); the program must record
 * user stacks if the process is not 0. In a stack, subtract 1 from all addresses but the first:
 * they are return addresses, and the call may be the last instruction of its function. Returns
 * false if there is no function with this number.
 */
bool dtrace_frame(struct dtrace *d, pid_t process, uint64_t address, size_t i,
		  struct dtrace_frame *ret);

/** @} */
/** @defgroup metrics Metrics
 * @{ */

/** The kinds of metrics. */
enum dtrace_metric_kind {
	DTRACE_METRIC_NONE,	 ///< not exported: declared so, or a key is a stack
	DTRACE_METRIC_COUNTER,	 ///< count(); sum() if declared
	DTRACE_METRIC_GAUGE,	 ///< sum(), min(), max()
	DTRACE_METRIC_HISTOGRAM, ///< quantize() …
	DTRACE_METRIC_MOMENTS,	 ///< avg(), stddev(): a sum, a count, a sum of squares
};

/** An aggregation as a metric: its `#pragma D metric`, with the defaults. The strings live as long
 * as the session. */
struct dtrace_metric {
	size_t size;		      ///< in: sizeof(struct dtrace_metric)
	const char *aggregation;      ///< without "@"
	const char *function;	      ///< "count", "sum" …
	const char *name;	      ///< of the family, with the unit, without "_total"
	const char *help;	      ///< a sentence; the declared one, or a default
	enum dtrace_metric_kind kind; ///< kind
	const char *unit;	      ///< "seconds", "bytes" or ""
	uint64_t divisor;	      ///< number of units of the program in a second or byte
	const char *const *labels;    ///< one for each part of a key
	size_t n_labels;	      ///< number of labels
	bool has_range;		      ///< low and high are declared
	int64_t low;		      ///< lowest bound of a histogram
	int64_t high;		      ///< highest bound of a histogram
	bool has_sum;		      ///< a histogram has the sum of its values
	size_t limit;		      ///< maximum number of series
	bool is_declared;	      ///< by a `#pragma D metric`
};
/** Describes the metric of aggregation number i, as of dtrace_aggregation_name(). Returns false if
 * there is none. */
bool dtrace_metric(struct dtrace *d, size_t i, struct dtrace_metric *ret);

/** @} */
/** @defgroup anonymous Anonymous tracing
 * @{ */

/**
 * Starts anonymous tracing, instead of dtrace_go(): the programs stay in the kernel after the
 * process ends. One such tracing can exist on a machine at a time; another is DTRACE_ERROR_USAGE.
 * Reports the result as a message, too.
 */
struct dtrace_error *dtrace_go_anonymous(struct dtrace *d);
/** Takes over the anonymous tracing, with the output options of this session. Replaces all calls
 * from dtrace_add() to dtrace_go(), and fails as they do, or if there is none. */
struct dtrace_error *dtrace_claim(struct dtrace *d);
/** Ends the anonymous tracing, if there is any. Reports the result as a message. */
struct dtrace_error *dtrace_forget_anonymous(struct dtrace *d);

/** @} */
/** @defgroup building_probes_into_programs Building probes into programs
 * @{ */

/** -h: Writes a C header with the declared probes as macros to a descriptor. Fails with
 * DTRACE_ERROR_USAGE if the texts declare no provider. */
struct dtrace_error *dtrace_write_header(struct dtrace *d, int fd);
/** -G: Writes the object to link with the program. `objects` are the program's `n` objects that use
 * the header; those that call declared probes as functions are changed. Fails with
 * DTRACE_ERROR_OTHER if an object does not match the declarations, or if the file cannot be
 * written. */
struct dtrace_error *dtrace_write_object(struct dtrace *d, const char *path,
					 const char *const *objects, size_t n);

/** @} */
#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#include "listing.h"

#endif
