/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The session behind include/dtrace/dtrace.h: the one place where modules are composed.
 *
 *	trace.c    load, attach, consume, stop      wait.c  what ends a wait
 *	compile/   texts → checked program, matched probes; the D library, the preprocessor
 *	program/   groups → IR → eBPF; sizes of maps
 *	process/   targets (-c, -p), their descendants, what they map later
 *	report/    what is printed besides the trace: -l, -v, --status, -x help
 *	anon/      -A and -a
 *	usdt/      -h and -G
 */
#ifndef DT_SESSION_SESSION_H
#define DT_SESSION_SESSION_H

#include "base/vec.h"
#include "consume/consume.h"
#include "dialect/options.h"
#include "dtrace/dtrace.h"
#include "ebpf/ebpf.h"
#include "lang/compile.h"
#include "lower/lower.h"
#include "provider/provider.h"
#include "symbols/watch.h"
#include "types/btf_source.h"

/** One text of the command line. */
struct dt_text {
	enum dtrace_text kind;
	struct dt_source source; // text owned
	char *name;		 // as reports show it
	char *report;
	size_t n_probes;
};

/** The probes that one description matched; `matched` of its clause. */
struct dt_match {
	struct dt_match *next;
	dt_vec(struct dt_probe *) probes; // sorted by id
	const struct dt_probe_desc *desc; // NULL: by id
	size_t n_retained;		  // of the probes those that only hold a place
};

/** A probe with the clauses that it fires, in program order. */
struct dt_enabled {
	struct dt_probe *probe;
	dt_vec(const struct dt_clause *) clauses;
};

/** A program of a group behind its first one, which reaches it by a tail call. */
struct dt_part {
	struct dt_ir_prog *ir;
	struct dt_bpf_code code;
	int prog_fd;
};

/** Probes that share a program. */
struct dt_group {
	const struct dt_context *context;
	dt_vec(struct dt_probe *) probes; // sorted by id
	const struct dt_clause *const *clauses;
	size_t n_clauses;
	struct dt_ir_prog *ir;
	struct dt_bpf_code code;
	int prog_fd;
	dt_vec(struct dt_part) parts; // what follows if it was cut
};

/** Several groups of one context behind one attached program. */
struct dt_dispatcher {
	const struct dt_context *context;
	unsigned map; // prog array
	struct dt_ir_prog *ir;
	struct dt_bpf_code code;
	int prog_fd;
	dt_vec(struct dt_probe *) probes; // of all its groups
};

enum { DT_N_FOLLOW = 2 };

struct dt_target {
	pid_t pid;
	int pidfd;
	bool created; // by -c; else grabbed
	bool waiting; // created and not yet released
	bool loaded;  // waiting, with its libraries mapped
	bool gone;
};

struct dtrace {
	struct dt_options options;
	struct dt_compile *compile;
	struct dt_btf_source *kernel_types;
	struct dt_type_source user_types; // of the first target
	struct dt_library *library;
	struct dt_registry registry;
	struct dt_probe_source probe_source;
	struct dt_symbol_source symbol_source;
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
	dt_vec(const struct dt_clause *) error_clauses;
	dt_vec(struct dt_group *) groups;
	dt_vec(struct dt_dispatcher *) dispatchers;
	struct dt_group vtime; // keeps account of on-CPU time; without probes; ir NULL: not needed
	struct dt_part thread_exit;	    // frees what a thread leaves behind; ir NULL: nothing
	struct dt_part follow[DT_N_FOLLOW]; // keep the list of -x follow
	struct dt_lower *lower;
	bool careful; // the programs as simple as can be for the verifier: a first attempt failed
	const struct dt_program_desc *desc;

	struct dt_maps maps;
	struct dt_ctl *ctl; // in maps
	struct dt_links links;
	struct dt_watch watch; // of mappings, if `is_retaining`
	bool is_retaining;
	struct dt_consumer *consumer;
	FILE *out;
	void (*message)(void *arg, const char *text);
	void *message_arg;
	uint64_t opened; // CLOCK_MONOTONIC, for -x debug
	dt_vec(struct dt_target) targets;
	int wake_fd;	  // epoll: interrupt_fd, pidfds, the reader of `out`; -1 before dtrace_go()
	int interrupt_fd; // eventfd
	bool going, stopped;
	volatile sig_atomic_t interrupted; // by dtrace_interrupt()
	const struct dt_anon *claims;	   // while its program is compiled again, else NULL
};

/** Say something to the user through the message handler. */
void dt_session_message(struct dtrace *d, const char *fmt, ...) dt_printf_like(2, 3);

/** The same for -x debug, with the time since the session began. */
void dt_session_debug(struct dtrace *d, const char *fmt, ...) dt_printf_like(2, 3);

/** compile/check.c */
void dt_session_compile_init(struct dtrace *d);
void dt_session_compile_deinit(struct dtrace *d);
/** The classic first line for the first error among the diagnostics. */
struct dt_error *dt_session_compile_error(struct dtrace *d);

/** compile/suggest.c: dt_probe_source.suggest. */
char *dt_session_suggest(void *self, const struct dt_probe_desc *desc);

/** compile/library.c: give the compilation the library's names and types; before the kernel's
 * types. */
void dt_session_library_init(struct dtrace *d);
void dt_session_library_deinit(struct dtrace *d);
/** Can the directories that the options name be read? */
struct dt_error *dt_session_library_dirs(const struct dtrace *d) dt_must_use;
/** Report what the program depends on (#pragma D depends_on) and is not there. */
void dt_session_library_check(struct dtrace *d);

/** program/generate.c: enabled probes, groups, IR and code; once. */
struct dt_error *dt_session_generate(struct dtrace *d);
/** The same again, in smaller programs that tell the verifier less; the first are gone. */
struct dt_error *dt_session_generate_carefully(struct dtrace *d);
void dt_session_generate_deinit(struct dtrace *d);
void dt_session_part_deinit(struct dt_part *part);
/** EPID of a clause on a probe. */
uint32_t dt_session_epid(const struct dtrace *d, uint32_t clause, uint32_t probe);

/** compile/cpp.c: replace the text of a script by what the preprocessor makes of it. */
struct dt_error *dt_session_preprocess(struct dtrace *d, const char *path,
				       struct dt_str *text) dt_must_use;

/** trace.c: the parts of dtrace_go(): load, run BEGIN, attach; begin to consume what is in the
 * maps; let the probes fire, unless exit() was called. */
struct dt_error *dt_session_enable(struct dtrace *d) dt_must_use;
struct dt_error *dt_session_consume(struct dtrace *d) dt_must_use;
void dt_session_activate(struct dtrace *d);

/** program/memory.c: lower bufsize and specsize if memory is short, before anything is lowered;
 * what arrays and aggregations may take, when their maps are known. */
struct dt_error *dt_session_fit_buffers(struct dtrace *d) dt_must_use;
struct dt_error *dt_session_fit_maps(struct dtrace *d) dt_must_use;

/** compile/user_types.c: the types of the target's program, behind the kernel's. */
void dt_session_user_types_init(struct dtrace *d);
/** process/launch.c: let commands that wait go on to where -x evaltime says. */
struct dt_error *dt_session_targets_load(struct dtrace *d);
/** process/target.c */
struct dt_error *dt_session_targets_release(struct dtrace *d);
/** Notice targets that have ended; true if there were some and none is left. */
bool dt_session_targets_gone(struct dtrace *d);
void dt_session_targets_deinit(struct dtrace *d);
/** process/descendants.c: -x follow; nothing without the option. */
struct dt_error *dt_session_follow_generate(struct dtrace *d) dt_must_use;
struct dt_error *dt_session_follow_translate(struct dtrace *d) dt_must_use;
struct dt_error *dt_session_follow_attach(struct dtrace *d) dt_must_use; // loads, too
void dt_session_follow_deinit(struct dtrace *d);
/** Is it a target, or descends from one? False without the option. */
bool dt_session_follows(const struct dtrace *d, pid_t pid);
/** report/status.c: the places that any dtrace holds, as rows of -l. */
void dt_session_list_live(FILE *out);
/** trace.c: the descriptor of a map by its name; -1: the programs have none. */
int dt_session_map(const struct dtrace *d, const char *name);
/** process/retain.c: begin to watch, before probes are attached; catch up, behind that; do what has
 * become necessary. */
struct dt_error *dt_session_retain_init(struct dtrace *d) dt_must_use;
struct dt_error *dt_session_retain_begin(struct dtrace *d) dt_must_use;
struct dt_error *dt_session_retain_work(struct dtrace *d) dt_must_use;
void dt_session_retain_deinit(struct dtrace *d);
/** wait.c: watch targets and the reader of the output. */
struct dt_error *dt_session_wake_init(struct dtrace *d);
void dt_session_wake_deinit(struct dtrace *d);
/** What is readable there ends the wait. */
struct dt_error *dt_session_wake_add(struct dtrace *d, int fd) dt_must_use;
/** A target that has ended wakes nobody any more. */
void dt_session_wake_forget(struct dtrace *d, int pidfd);
/** The output is a pipe or socket whose reader has gone. */
bool dt_session_reader_gone(const struct dtrace *d);

/** The pid behind $target; 0 if there is none. */
pid_t dt_session_target(const struct dtrace *d);

#endif
