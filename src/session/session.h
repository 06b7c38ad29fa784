/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The session behind include/dtrace/dtrace.h: the one place where modules are composed.
 *
 *	memory.c   sizes of rings, what -v says of memory
 *	compile.c  texts → checked program, matched probes       generate.c  groups → IR → eBPF
 *	run.c      load, attach, consume, stop                   target.c    -c and -p processes
 *	list.c     -l                                            stability.c -v
 *	wake.c     what ends a wait                         library.c   the D library
 */
#ifndef DT_SESSION_SESSION_H
#define DT_SESSION_SESSION_H

#include "abi/options.h"
#include "base/vec.h"
#include "consume/consume.h"
#include "dtrace/dtrace.h"
#include "ebpf/ebpf.h"
#include "lang/sema.h"
#include "lower/lower.h"
#include "provider/provider.h"
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
	struct dt_part thread_exit; // frees what a thread leaves behind; ir NULL: nothing
	struct dt_lower *lower;
	const struct dt_program_desc *desc;

	struct dt_maps maps;
	struct dt_ctl *ctl; // in maps
	struct dt_links links;
	struct dt_consumer *consumer;
	FILE *out;
	void (*message)(void *arg, const char *text);
	void *message_arg;
	dt_vec(struct dt_target) targets;
	int wake_fd;	  // epoll: interrupt_fd, pidfds, the reader of `out`; -1 before dtrace_go()
	int interrupt_fd; // eventfd
	bool going, stopped;
};

/** Say something to the user through the message handler. */
void dt_session_message(struct dtrace *d, const char *fmt, ...) dt_printf_like(2, 3);

/** compile.c */
void dt_session_compile_init(struct dtrace *d);
void dt_session_compile_deinit(struct dtrace *d);
/** The classic first line for the first error among the diagnostics. */
struct dt_error *dt_session_compile_error(struct dtrace *d);

/** library.c: give the compilation the library's names and types; before the kernel's types. */
void dt_session_library_init(struct dtrace *d);
void dt_session_library_deinit(struct dtrace *d);
/** Report what the program depends on (#pragma D depends_on) and is not there. */
void dt_session_library_check(struct dtrace *d);

/** generate.c: enabled probes, groups, IR and code; once. */
struct dt_error *dt_session_generate(struct dtrace *d);
void dt_session_generate_deinit(struct dtrace *d);
/** EPID of a clause on a probe. */
uint32_t dt_session_epid(const struct dtrace *d, uint32_t clause, uint32_t probe);

/** cpp.c: replace the text of a script by what the preprocessor makes of it. */
struct dt_error *dt_session_preprocess(struct dtrace *d, const char *path,
				       struct dt_str *text) dt_must_use;

/** memory.c: lower bufsize if memory is short. */
struct dt_error *dt_session_fit_buffers(struct dtrace *d) dt_must_use;

/** target.c */
/** Let commands that wait map their libraries: they go on to the first instruction of their own. */
struct dt_error *dt_session_targets_load(struct dtrace *d);
struct dt_error *dt_session_targets_release(struct dtrace *d);
/** Notice targets that have ended; true if there were some and none is left. */
bool dt_session_targets_gone(struct dtrace *d);
void dt_session_targets_deinit(struct dtrace *d);
/** wake.c: watch targets and the reader of the output. */
struct dt_error *dt_session_wake_init(struct dtrace *d);
void dt_session_wake_deinit(struct dtrace *d);
/** A target that has ended wakes nobody any more. */
void dt_session_wake_forget(struct dtrace *d, int pidfd);
/** The output is a pipe or socket whose reader has gone. */
bool dt_session_reader_gone(const struct dtrace *d);

/** The pid behind $target; 0 if there is none. */
pid_t dt_session_target(const struct dtrace *d);

#endif
