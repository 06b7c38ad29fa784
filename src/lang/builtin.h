/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * What the language knows of builtin variables, subroutines, actions and aggregating functions:
 * a registry of const descriptors, handed to the front end. The descriptors stand in src/builtin/.
 *
 * To add a builtin: 1. write its lowering and descriptor in the family's file in src/builtin/, and
 * its check, if it needs one, in lang/check/; 2. add its line to builtin/builtins.def; 3. write a
 * test of its name. docs/dev/add-a-builtin.md tells the rest.
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
	DT_BF_REFUSED = 1 << 8,	    // named, but Linux cannot: `doc` gives the reason
	DT_BF_WRITES_USER = 1 << 9, // writes the process's memory; locked-down kernels forbid it
	DT_BF_STORES = 1 << 11,	    // writes where a pointer of the program says
	DT_BF_VTIME = 1 << 10,	    // needs the account of the time that threads are on a CPU
};

/** The builtins that the language must know one from the other. */
enum dt_builtin_role {
	DT_ROLE_NONE,
	DT_ROLE_ARG,  // arg0 to arg9: `arg` says which
	DT_ROLE_ARGS, // args[]
	DT_ROLE_CURTHREAD,
	DT_ROLE_TIME, // in nanoseconds: timestamp
	DT_ROLE_WHO,  // which thread or process is running: pid, tid, execname
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
	 * `@` stands for an expression of any type, `@agg` for an aggregation, `@memory` for a
	 * pointer or string whose bytes are meant, `...` for the rest, `[T]` for an optional
	 * argument. sema checks count (D_PROTO_LEN) and types (D_PROTO_ARG).
	 */
	const char *proto;
	/** DT_BF_KEY_ONLY: the builtin whose keys are the same: of func() that is sym(). */
	const struct dt_builtin *records_as;
	/** Extra checks after the prototype's; may set call->type. NULL if none. */
	void (*check)(struct dt_sema *s, struct dt_node *call);
	const struct dt_lowering *lowering;
	/** Version of D that brought it: for -x version below, the name is free. NULL: the first.
	 */
	const char *since;
	/** Stability "Stable/Stable/Common"; NULL = that. */
	const char *attributes;
	const char *doc;     // one sentence
	const char *example; // a complete D program that compiles
};

/** Is the VAR or CALL a builtin of the role? */
static inline bool dt_node_has_role(const struct dt_node *n, enum dt_builtin_role role)
{
	return n->ident && n->ident->builtin && n->ident->builtin->role == role;
}

/** data.c: may the text that the checked expression gives consist of lines? Other text is a name,
 *  or several. */
bool dt_node_is_data(const struct dt_node *n);

struct dt_builtins {
	const struct dt_builtin *const *list;
	size_t n;
};

#endif
