/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The session behind include/dtrace/dtrace.h (api.h): the one place where modules are composed.
 *
 *	session.c  open, close; options.c, message.c      error.c, aggregation.c  for the user
 *	trace.c    BEGIN, attach, consume, stop, END      wait.c  events that end a wait
 *	layers.c   overlay file systems
 *	compile/   texts → checked program, matched probes; the D library, the preprocessor
 *	program/   groups → IR → eBPF → kernel; sizes of maps
 *	process/   targets (-c, -p), their descendants, files mapped later
 *	unwind/    tables for user stacks
 *	report/    output besides the trace: -l, -v, --status, --explain, -x help
 *	anon/      -A and -a
 *	usdt/      -h and -G
 */
#ifndef DT_SESSION_SESSION_H
#define DT_SESSION_SESSION_H

#include "base/vec.h"
#include "consume/consume.h"
#include "dialect/options.h"
#include "session/api.h"
#include "lang/compile.h"
#include "provider/provider.h"
#include "session/compile/compile.h"
#include "session/process/feed.h"
#include "session/process/gate.h"
#include "session/process/process.h"
#include "session/program/hotplug.h"
#include "session/program/program.h"
#include "session/unwind/unwind.h"
#include "types/btf/source.h"

struct dtrace {
	struct dt_options options;
	struct dt_compile *compile;
	struct dt_btf_source *kernel_types;
	struct dt_type_source user_types; // of the first target
	struct dt_library *library;
	struct dt_registry registry;
	struct dt_probe_source probe_source;
	struct dt_symbol_source symbol_source;
	struct dt_map symbols; // MODULE`NAME → struct kernel_symbol
	struct dt_option_sink option_sink;
	struct dt_macro macros[16];

	char **argv;
	size_t argc;
	dt_vec(struct dt_text *) texts;
	struct dt_str diagnostics;
	struct dt_match *matches;
	size_t n_matched;

	dt_vec(struct dt_enabled *) enabled; // sorted by probe id; arena
	struct dt_map enabled_by_id;
	dt_vec(struct dt_lower_clause) error_clauses;
	struct dt_map firings;		  // of static probes: u32 id → struct dt_firings; arena
	dt_vec(struct dt_group *) groups; // arena; groups with clauses, then dispatchers
	dt_vec(struct dt_prog *) progs;	  // arena; each group's parts in order
	struct dt_lower *lower;
	const struct dt_executor *executor; // executor of the programs
	bool uses_offsets;		    // programs contain this kernel's offsets as constants
	bool careful; // simpler programs for the verifier, which refused the first ones
	const struct dt_program_desc *desc;

	struct dt_maps maps;
	struct dt_ctl *ctl; // in maps
	struct dt_links links;
	uint64_t
	    skipped; // firings that the kernel counted without running a program; set at the end
	struct dt_feeding feeding;
	struct dt_gatekeeper gatekeeper;
	struct dt_hotplug hotplug;
	struct dt_unwinding unwinding;
	struct dt_consumer *consumer;
	FILE *out;
	FILE *listing; // output of -x tree; NULL: none
	void (*message)(void *arg, const char *text);
	void *message_arg;
	void (*progress)(void *arg, const char *what, size_t places, size_t all);
	void *progress_arg;
	dt_vec(char *) details; // messages for dtrace_set_verbose()
	uint64_t opened;	// CLOCK_MONOTONIC, for -x debug
	dt_vec(struct dt_target) targets;
	int wake_fd;	  // epoll: interrupt_fd, pidfds, the reader of `out`; -1 before dtrace_go()
	int interrupt_fd; // eventfd
	bool going, stopped, verbose;
	volatile sig_atomic_t interrupted; // by dtrace_interrupt()
	const struct dt_anon *claims;	   // set while a claimed program is recompiled, else NULL
};

/** message.c: Sends a message to the user through the message handler. */
void dt_session_message(struct dtrace *d, const char *fmt, ...) dt_printf_like(2, 3);

/** Sends a message of -x debug, with the time since the session began. */
void dt_session_debug(struct dtrace *d, const char *fmt, ...) dt_printf_like(2, 3);

/** Sets an option from the command line or the program, and reports any note about its value. */
struct dt_error *dt_session_setopt(struct dtrace *d, const char *name, const char *value,
				   enum dt_option_origin origin) dt_must_use;

/** trace.c: Checks that the destructive actions of the program are permitted. */
struct dt_error *dt_session_check_destructive(const struct dtrace *d) dt_must_use;
/** Loads the programs, runs BEGIN and attaches the probes. */
struct dt_error *dt_session_enable(struct dtrace *d) dt_must_use;
/** Begins to consume the maps. */
struct dt_error *dt_session_consume(struct dtrace *d) dt_must_use;
/** Lets the probes fire, unless exit() was called. */
void dt_session_activate(struct dtrace *d);

/** report/status.c: Prints the places that any dtrace process traces, as rows of -l. */
void dt_session_list_live(FILE *out);
/** Layout of --explain: columns of a line, and of the names at the start of a list's lines. */
enum { DT_REPORT_WIDTH = 100, DT_REPORT_NAME_WIDTH = 22 };
/** report/explain.c: Prints words up to `end` in lines of DT_REPORT_WIDTH, indented by `indent`
 * columns. The caller has already indented the first line. */
void dt_session_print_words(FILE *out, const char *text, const char *end, size_t indent);
/** report/type.c: Prints the layout of a type with this C name. Returns false if there is none. */
bool dt_session_show_type(struct dtrace *d, const char *name, FILE *out);
/** report/type.c: Returns the type with this name, or NULL. */
const struct dt_type *dt_session_find_type(struct dtrace *d, const char *name);
/** report/type.c: Prints the row of a member. Returns false if the type has no such member. */
bool dt_session_print_member(const struct dt_type *named, const char *name, FILE *out);
/** report/declared.c: Prints the D library's declaration of a name. Returns false if there is none.
 */
bool dt_session_show_declared(struct dtrace *d, const char *name, FILE *out);
/** Lists the library's names that match a pattern and returns their number. `behind` inserts an
 *  empty line before the list. */
size_t dt_session_list_declared(struct dtrace *d, const char *pattern, bool behind, FILE *out);
/** Prints "TYPE.MEMBER", or "MEMBER" of the library's types. Returns false if there is none. */
bool dt_session_show_member(struct dtrace *d, const char *topic, FILE *out);
/** wait.c: Watches targets and the reader of the output. */
struct dt_error *dt_session_wait_init(struct dtrace *d);
void dt_session_wait_deinit(struct dtrace *d);
/** Lets readable data of `fd` end the wait. */
struct dt_error *dt_session_wait_add(struct dtrace *d, int fd) dt_must_use;
/** Stops watching `fd`. */
void dt_session_wait_remove(struct dtrace *d, int fd);
/** Reports whether the output is a pipe or socket whose reader has gone. */
bool dt_session_reader_gone(const struct dtrace *d);

#endif
