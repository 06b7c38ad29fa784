/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Private to lint/: state and functions shared by its files.
 */
#ifndef DT_LANG_LINT_INTERNAL_H
#define DT_LANG_LINT_INTERNAL_H

#include "lang/ident.h"

/** Threads in which a probe may fire, as bits: its caller's, the running one, dtrace's. */
enum dt_lint_thread { DT_LINT_CALLERS = 1, DT_LINT_RUNNING = 2, DT_LINT_DTRACES = 4 };

/** The program's uses of a variable. */
struct dt_lint_use {
	const struct dt_ident *ident;
	bool read, set, cleared;
	unsigned read_in, set_in;	// enum dt_lint_thread
	const struct dt_node *set_at;	// the first assignment of a value other than 0
	const struct dt_node *start_at; // the first assignment of a time
};

/** Kind of probe, as far as a clause's description shows it. */
struct dt_lint_probe {
	bool is_syscall, is_process; // pid provider
	bool is_entry, is_return;
	enum dt_lint_thread thread; // tick: DT_LINT_RUNNING; BEGIN, END: DT_LINT_DTRACES
};

struct dt_lint {
	struct dt_compile *c;
	struct dt_map uses; // struct dt_ident * → struct dt_lint_use, in the arena
	const struct dt_node *commit_at, *speculate_at;
	bool always_commits; // the clause of commit_at tests only the speculation itself
	bool discards;

	const struct dt_clause *clause;
	struct dt_lint_probe probe;
	bool is_guarded; // a condition around the node tests a variable
	bool in_pred;
};

// ---- query.c
void dt_lint_warn(struct dt_lint *l, const struct dt_node *n, enum dt_tag tag, const char *fmt, ...)
    dt_printf_like(4, 5);
/** Adds a hint to the warning with this tag, unless that was discarded or a duplicate. */
void dt_lint_hint(struct dt_lint *l, enum dt_tag tag, const char *fmt, const char *what);
bool dt_lint_is_variable(const struct dt_ident *id);
bool dt_lint_is_array(const struct dt_ident *id);
bool dt_lint_is_thread_local(const struct dt_ident *id);
/** Returns "self->", "this->" or "". */
const char *dt_lint_scope(const struct dt_ident *id);
/** Returns the variable that a write to the node changes: `x` in `x[k].m`. NULL for memory. */
const struct dt_node *dt_lint_root(const struct dt_node *n);
const struct dt_node *dt_lint_skip_casts(const struct dt_node *n);
/** Reports whether the node is a time, such as timestamp. */
bool dt_lint_is_time(const struct dt_node *n);
/** Returns the record of the variable's uses. */
struct dt_lint_use *dt_lint_use(struct dt_lint *l, const struct dt_ident *id);

// ---- nodes.c
void dt_lint_node(struct dt_lint *l, const struct dt_node *n);
/** Checks a predicate or the condition of an if or ?:. */
void dt_lint_condition(struct dt_lint *l, const struct dt_node *n);

// ---- variables.c
void dt_lint_variable(struct dt_lint *l, const struct dt_lint_use *u);
void dt_lint_speculation(struct dt_lint *l);

#endif
