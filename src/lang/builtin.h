/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * What the language knows of builtin variables, subroutines, actions and aggregating functions:
 * a registry of const descriptors, handed to the front end. The descriptors stand in src/builtin/.
 *
 * To add a builtin: 1. write its descriptor at the end of the family's file in src/builtin/ with
 * its check and lowering above it; 2. add its line to builtin/builtins.def; 3. write a test of its
 * name (docs/dev/add-a-builtin.md).
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
	DT_BF_RECORDS = 1,     // writes data to the record
	DT_BF_DESTRUCTIVE = 2, // needs -w
	DT_BF_COMMIT = 4,
	DT_BF_SPECULATE = 8,
	DT_BF_AGG_ARG = 16, // takes an aggregation as argument: clear, trunc, normalize, printa
	DT_BF_EXIT = 32,
	DT_BF_KEY_ONLY = 64, // result usable only as agg key or statement: stack(), sym()
	DT_BF_DISCARD = 512,
	DT_BF_REFUSED = 128, // named, but Linux cannot: `doc` gives the reason, used as the message
	DT_BF_WRITES_USER = 256, // writes memory of the process, which a locked-down kernel forbids
	DT_BF_VTIME = 1024,	 // needs the account of the time that threads are on a CPU
};

struct dt_sema;
struct dt_lowering; // defined in lower/lower.h; opaque to the language

struct dt_builtin {
	const char *name;
	enum dt_builtin_kind kind;
	unsigned flags;
	/**
	 * Prototype in D syntax: "string (const char *, int, [int])", for a variable its type, for
	 * an array of variables "uint64_t [int]".
	 * `@` stands for an expression of any type, `@agg` for an aggregation, `...` for the rest,
	 * `[T]` for an optional argument. sema checks count (D_PROTO_LEN) and types (D_PROTO_ARG).
	 */
	const char *proto;
	/** Extra checks after the prototype's; may set call->type. NULL if none. */
	void (*check)(struct dt_sema *s, struct dt_node *call);
	const struct dt_lowering *lowering;
	/** Stability "Stable/Stable/Common"; NULL = that. */
	const char *attributes;
	const char *doc;     // one sentence
	const char *example; // a complete D program that compiles
};

struct dt_builtins {
	const struct dt_builtin *const *list;
	size_t n;
};

#endif
