/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Descriptors of builtin variables, subroutines, actions and aggregating functions, as the language
 * sees them. The front end receives a registry of them; src/builtin/ defines them.
 *
 * To add a builtin: 1. write its lowering and descriptor in the family's file in src/builtin/, and
 * its check, if it needs one, in lang/check/; 2. add its line to builtin/builtins.def; 3. write a
 * test of its name. See docs/dev/add-a-builtin.md for details.
 */
#ifndef DT_LANG_BUILTIN_H
#define DT_LANG_BUILTIN_H

#include "lang/ast.h"

enum dt_builtin_kind {
	DT_BUILTIN_VARIABLE,
	DT_BUILTIN_SUBROUTINE,	// usable in expressions
	DT_BUILTIN_ACTION,	// a statement that records, or acts in the consumer
	DT_BUILTIN_AGGREGATION, // only on the right of `@x = `
};

enum dt_builtin_flag {
	DT_BF_RECORDS = 1 << 0,	    // writes data to the record
	DT_BF_DESTRUCTIVE = 1 << 1, // needs -w
	DT_BF_COMMIT = 1 << 2,
	DT_BF_SPECULATE = 1 << 3,
	DT_BF_DISCARD = 1 << 4,
	DT_BF_EXIT = 1 << 5,
	DT_BF_AGG_ARG = 1 << 6,	    // takes an aggregation: clear, trunc, normalize, printa
	DT_BF_KEY_ONLY = 1 << 7,    // result usable only as agg key or statement: stack(), sym()
	DT_BF_REFUSED = 1 << 8,	    // known, but not supported on Linux: `doc` gives the reason
	DT_BF_WRITES_USER = 1 << 9, // writes the process's memory; locked-down kernels forbid it
	DT_BF_STORES = 1 << 11,	    // writes to the address in a pointer of the program
	DT_BF_VTIME = 1 << 10,	    // needs the CPU time of threads
	DT_BF_SHARES = 1 << 12,	    // uses the speculations, which all clauses share
};

/** Roles of the builtins that the language treats specially. */
enum dt_builtin_role {
	DT_ROLE_NONE,
	DT_ROLE_ARG,  // arg0 to arg9: `arg` is the number
	DT_ROLE_ARGS, // args[]
	DT_ROLE_CURTHREAD,
	DT_ROLE_TIME,	  // in nanoseconds: timestamp
	DT_ROLE_IDENTITY, // identifies the running thread or process: pid, tid, execname
	DT_ROLE_CPU,
	DT_ROLE_ERRNO,
	DT_ROLE_COPYIN, // reads the process's memory at its first argument
};

struct dt_sema;
struct dt_lowering; // lower/builtin.h; opaque to the language

struct dt_builtin {
	const char *name;
	enum dt_builtin_kind kind;
	unsigned flags; // enum dt_builtin_flag
	enum dt_builtin_role role;
	unsigned arg; // DT_ROLE_ARG: N of argN; of sym(), mod() … enum dt_symbol_form
	/**
	 * Prototype in D syntax: "string (const char *, int, [int])", for a variable its type, for
	 * an array of variables "uint64_t [int]".
	 * `@` is an expression of any type, `@agg` an aggregation, `@memory` a pointer or string
	 * whose bytes are used, `...` any further arguments, `[T]` an optional argument. sema
	 * checks count (D_PROTO_LEN) and types (D_PROTO_ARG).
	 */
	const char *proto;
	/** DT_BF_KEY_ONLY: the builtin with equal keys: sym() for func(). */
	const struct dt_builtin *records_as;
	/** Extra checks after the prototype's; may set call->type. NULL if none. */
	void (*check)(struct dt_sema *s, struct dt_node *call);
	const struct dt_lowering *lowering;
	enum dt_measure measure; // AGGREGATION: the metric that it gives
	/** First version of D that has it. With an older -x version the name is free. NULL: the
	 * first version. */
	const char *since;
	/** Stability; NULL: "Stable/Stable/Common". */
	const char *attributes;
	const char *doc;     // one sentence
	const char *example; // a complete D program that compiles
};

/** Reports whether the VAR or CALL is a builtin with this role. */
static inline bool dt_node_has_role(const struct dt_node *n, enum dt_builtin_role role)
{
	return n->ident && n->ident->builtin && n->ident->builtin->role == role;
}

/** data.c: Reports whether the text of a checked expression may have several lines. Other text
 * consists of names. */
bool dt_node_is_data(const struct dt_node *n);

struct dt_builtins {
	const struct dt_builtin *const *list;
	size_t n;
};

#endif
