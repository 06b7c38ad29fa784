/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The abstract syntax tree of D, as the parser builds it and the semantic pass decorates it.
 *
 * All nodes live in the compilation's arena. The parser fills the syntax fields; the semantic pass
 * sets `type`, resolves names to identifiers, folds constants, desugars, and leaves a tree
 * that lowering can translate without another check: after it, kinds marked [syntax] are gone.
 */
#ifndef DT_LANG_AST_H
#define DT_LANG_AST_H

#include "lang/diag.h"
#include "types/types.h"

struct dt_builtin;
struct dt_ident;

enum dt_node_kind {
	DT_NODE_POISON,
	DT_NODE_INT,	// value; the parser sets type from the constant's size and suffix; one
			// that was computed may have more bits than its type
	DT_NODE_STRING, // str, str_len
	DT_NODE_NAME,	// [syntax] name, scope: an identifier before resolution
	DT_NODE_VAR,	// ident: a D variable of any scope, a builtin variable, a kernel symbol
	DT_NODE_AGG,	// name ("_" for a bare @), ident after sema, list = key expressions (none:
			// scalar)
	DT_NODE_INDEX,	// lhs[list]; after sema: element behind a pointer or of an array; with
			// `ident`, of an associative array; of a builtin array, whose VAR is lhs
	DT_NODE_MEMBER, // lhs.name; `->` is [syntax] DEREF below it; member, bit_offset after sema
	DT_NODE_UNARY,	// op, lhs: - + ~ ! * & ++x --x x++ x-- stringof
	DT_NODE_BINARY, // op, lhs, rhs; pointer arithmetic is scaled by lowering
	DT_NODE_ASSIGN, // op (DT_OP_NONE for =), lhs, rhs
	DT_NODE_COND,	// lhs ? rhs : third
	DT_NODE_COMMA,	// lhs, rhs
	DT_NODE_CALL,	// name, ident (a function) after sema, list = arguments
	DT_NODE_CAST,	// (decl_type) lhs; sema also inserts casts where a value is stored
	DT_NODE_SIZEOF, // [syntax] decl_type or lhs
	DT_NODE_OFFSETOF, // [syntax] decl_type, name
	DT_NODE_XLATE,	  // decl_type, lhs; translator after sema. Used as a value: type is the
		       // struct, list = all members, rhs (if any) is evaluated before them
	DT_NODE_XLATE_MEMBER, // [sema] in such a list: member, bit_offset, lhs = its value
	// statements
	DT_NODE_EXPR_STMT, // lhs
	DT_NODE_IF,	   // lhs = condition, body, else_body
	DT_NODE_BLOCK,	   // body (a brace block; only under IF)
	DT_NODE_EMPTY,
	DT_N_NODE_KINDS
};

enum dt_op {
	DT_OP_NONE,
	DT_OP_ADD,
	DT_OP_SUB,
	DT_OP_MUL,
	DT_OP_DIV,
	DT_OP_MOD,
	DT_OP_AND,
	DT_OP_OR,
	DT_OP_XOR,
	DT_OP_SHL,
	DT_OP_SHR,
	DT_OP_EQ,
	DT_OP_NE,
	DT_OP_LT,
	DT_OP_LE,
	DT_OP_GT,
	DT_OP_GE,
	DT_OP_LAND,
	DT_OP_LOR,
	DT_OP_LXOR,
	DT_OP_NEG,
	DT_OP_PLUS,
	DT_OP_NOT,
	DT_OP_LNOT,
	DT_OP_DEREF,
	DT_OP_ADDROF,
	DT_OP_STRINGOF,
	DT_OP_PREINC,
	DT_OP_PREDEC,
	DT_OP_POSTINC,
	DT_OP_POSTDEC,
	DT_N_OPS
};
/** Spelling ("+", "<<", "stringof") for messages and printing. */
const char *dt_op_text(enum dt_op op);

/** Where a NAME says that it is to be looked for. */
enum dt_scope {
	DT_SCOPE_NONE,
	DT_SCOPE_SELF,
	DT_SCOPE_THIS,
	DT_SCOPE_KERNEL,
};
/** What stands before the name of a D variable: "self->", "this->" or "". */
const char *dt_scope_text(enum dt_scope scope);

/** A tree is never higher than this (D_SYNTAX), so that every pass may recurse over it. */
enum { DT_NODE_MAX_HEIGHT = 1000 };

struct dt_node {
	enum dt_node_kind kind;
	enum dt_op op;
	struct dt_loc loc;
	struct dt_node *next; // sibling in a list
	unsigned height;      // of the tree below, as parsed; siblings do not add to it

	const struct dt_type *type; // sema: never NULL afterwards
	bool is_lvalue;		    // sema
	bool is_userland;	    // sema: a pointer into the process's memory

	struct dt_node *lhs, *rhs, *third;
	struct dt_node *list; // arguments, keys, tuple
	struct dt_node *body, *else_body;

	const char *name; // interned
	enum dt_scope scope;
	const char *module; // of a kernel symbol: "mod" of mod`sym, "" of `sym
	struct dt_ident *ident;

	uint64_t value;	   // INT
	bool is_no_target; // INT: it was $target, and there is none
	const char *str;
	size_t str_len; // without the NUL

	const struct dt_type *decl_type; // CAST, SIZEOF, OFFSETOF, XLATE
	const struct dt_member *member;	 // MEMBER, after sema
	uint64_t bit_offset;		 // MEMBER: from the start of lhs, through anonymous members
	const struct dt_translator *translator;
};

enum dt_ident_kind {
	DT_IDENT_GLOBAL, // scalar, string, struct or C array
	DT_IDENT_THIS,
	DT_IDENT_SELF,
	DT_IDENT_ASSOC,	     // global associative array
	DT_IDENT_SELF_ASSOC, // thread-local one
	DT_IDENT_AGG,
	DT_IDENT_BUILTIN_VAR,
	DT_IDENT_FUNCTION, // subroutine, action or aggregating function: `builtin` says which
	DT_IDENT_INLINE,
	DT_IDENT_KERNEL, // kernel symbol
};

struct dt_ident {
	enum dt_ident_kind kind;
	const char *name; // interned, without scope
	unsigned index;	  // from 0, of its kind, in order of creation; of THIS lowering's register
	const struct dt_type
	    *type; // of the variable, of one element (ASSOC), of the result (FUNCTION)
	struct dt_loc declared;
	const char *attributes; // by pragma; NULL: the default
	unsigned since;		// version of D that brought it (dt_version()); 0: all have it
	bool is_declared, is_written, is_read;
	bool holds_data;   // variable: dt_node_is_data() of something that it is assigned
	bool is_kept_text; // variable: the string behind each pointer that it is assigned

	const struct dt_type *const *keys;   // ASSOC, AGG: types of the tuple as first used
	const struct dt_builtin **key_funcs; // of keys that only exist as such: sym(), stack()
	size_t n_keys;

	const struct dt_builtin *builtin; // BUILTIN_VAR, FUNCTION

	// AGG: fixed by the first assignment, checked on every other
	const struct dt_builtin *agg_func;
	int64_t agg_params[6]; // lquantize base, limit, step; llquantize factor, low, high, nsteps
	unsigned n_agg_params;
	bool is_truncated; // some trunc() names the aggregation
	bool is_wrong;	   // an assignment to it is, which is reported

	struct dt_node *inline_body;	// INLINE
	struct dt_ident *inline_params; // in no table: a NAME of the body that matches one means it
	size_t n_inline_params;

	void *lowered; // lowering's own
};

/** One probe description as written. NULL fields were not given; "" were given empty. */
struct dt_probe_desc {
	const char *provider, *module, *function, *name;
	uint32_t id; // non-zero: given by number, the fields are NULL
	struct dt_loc loc;
	const char *text; // as written, after macro expansion
	// sema: one of the calls that stand for the one asked for; not all of them exist
	bool is_of_family;
	bool is_rest;		    // of a pattern: all that it matches but the calls of families
	const signed char *arg_map; // argN is argument arg_map[N] of this call, -1: 0; or NULL
	const char *when;	    // D that must hold, besides the predicate; or NULL
};

enum { DT_MAX_RAW_ARGS = 10 }; // arg0 to arg9

/** A name that sema has replaced by what it stands for. */
struct dt_ident_use {
	struct dt_ident_use *next;
	const struct dt_ident *ident;
	struct dt_loc loc;
};

/** Whose a clause is, and what for. */
enum dt_clause_role {
	DT_CLAUSE_PROGRAM, // the program's: it runs when a probe of its descriptions fires
	DT_CLAUSE_STATE,   // a provider's: it runs as well, to keep what the probes there need
	DT_CLAUSE_ORIGIN,  // what fires a static probe: predicate, `body` = native arguments
};

struct dt_clause {
	struct dt_clause *next; // program order
	enum dt_clause_role role;
	bool runs_last; // STATE: behind the program's clauses, not before them
	unsigned order; // STATE, sema: in the text, among those of all providers
	struct dt_loc loc;
	struct dt_probe_desc *descs;
	size_t n_descs;
	struct dt_node *predicate; // NULL if none
	struct dt_node *body;	   // list of statements; NULL with `has_body` = `{}`
	bool has_body;
	// A list "a, b {…}" is compiled once per description: sema splits it, so that afterwards
	// n_descs == 1 and each copy has its own types for args[].
	const struct dt_clause *list;	  // sema: the first of those that it was split into
	bool uses_args;			  // sema: it names args[]
	bool is_wrong;			  // sema: its description is, which is reported
	bool is_dead;			  // sema: it names args[] of probes that will never be
	unsigned index;			  // dense, program order
	bool default_action;		  // sema: the body records nothing but the EPID
	const struct dt_probe_args *args; // sema: types of args[], NULL if unknown or mixed
	bool args_mixed;		  // sema: the probes have different args[]
	bool is_matched;		  // sema: the probe source was asked
	void *matched;			  // sema: the probe source's handle for what matched
	struct dt_ident_use *inlines;	  // sema: that the clause used to name
	uint64_t args_named;		  // sema: dt_arg_bit() of the raw arguments
	// ORIGIN, STATE
	const struct dt_provider_probe *feeds; // ORIGIN: the probe
	/** ORIGIN: of which thread the probe is, an args[N] of the probe below; NULL: the current.
	 */
	struct dt_node *thread;
	bool is_checked;	     // sema
	const char *why_not;	     // sema: this kernel cannot have it; NULL: it can
	bool is_used;		     // dt_probe_need(): by the program,
	struct dt_clause *next_used; // in dt_program.used
};

struct dt_translator_member {
	const char *name;
	struct dt_node *expr;
	struct dt_loc loc;
	const struct dt_member *member;
};
struct dt_translator {
	struct dt_translator *next;
	struct dt_loc loc;
	const struct dt_type *to, *from;
	struct dt_ident *param;
	struct dt_node *rest; // whose translation has the other members; NULL: there are none
	struct dt_translator_member *members;
	size_t n_members;
	bool is_checked; // sema: the members are known, or were reported
};

/** A set of a probe's raw arguments; the last bit stands for what is no argument. */
static const uint64_t DT_ARG_NONE = 1ull << 63;
static inline uint64_t dt_arg_bit(uint64_t arg)
{
	return arg < 63 ? 1ull << arg : DT_ARG_NONE;
}

/** A provider's clause, without which native arguments cannot be had, or the condition. */
struct dt_needed {
	struct dt_clause *clause;
	uint64_t by; // dt_arg_bit(), DT_ARG_NONE: the condition
};

/** Origins that together fire a static probe. */
struct dt_choice {
	struct dt_choice *next;	  // less preferred
	struct dt_loc loc;	  // of all of its text
	struct dt_needed *needed; // sema: in the order of the text
	size_t n_needed;
	struct dt_clause *origins;
};

/**
 * A probe of a provider declaration. With choices, or a reason why there are none, it is a static
 * probe, fired by other probes; without, programs have it built in (-h, -G).
 */
struct dt_provider_probe {
	const char *name;
	const struct dt_type *const *args; // native arguments
	const char *const *arg_names;
	size_t n_args;
	const struct dt_type *const *xargs; // translated; equal to args if no `: (…)` was given
	const unsigned *map;		    // xargs[i] comes from args[map[i]]
	size_t n_xargs;
	struct dt_choice *choices;
	const char *reason; // what to say if no choice can be had; NULL: what sema finds
	struct dt_loc loc;
	struct dt_provider_decl *provider; // sema; of a static probe
	bool is_chosen;			   // sema
	const struct dt_choice *choice;	   // sema: the first that this kernel offers, NULL: none,
	const char *why_not;		   // because
};
static inline bool dt_probe_is_static(const struct dt_provider_probe *p)
{
	return p->choices || p->reason;
}

struct dt_provider_decl {
	struct dt_provider_decl *next;
	const char *name;
	struct dt_provider_probe *probes;
	size_t n_probes;
	struct dt_clause *clauses;	     // STATE; variables of theirs are the provider's own
	const struct dt_probe_desc *aliases; // places of its probes that scripts may give, too
	size_t n_aliases;
	struct dt_loc loc;
	bool is_static;	 // its probes are
	bool is_checked; // sema
};

/** #pragma D attributes and binding. */
struct dt_ident_pragma {
	struct dt_ident_pragma *next; // the latest first
	struct dt_loc loc;
	const char *ident;	// of a variable or inline; of a provider, if `part`
	const char *attributes; // "Stable/Stable/Common"; NULL in a binding
	const char *part;	// "provider", "module", "function", "name", "args"; or NULL
	unsigned version;	// of a binding, else 0
	bool is_used;		// something of the name was declared
};

/** #pragma D depends_on WHAT NAME; the session decides what is unmet. */
struct dt_depends_pragma {
	struct dt_depends_pragma *next;
	const char *what, *name; // what: "module", "provider", "library"
	struct dt_loc loc;
};

/** ++ or --, before or behind. */
/** The first character of what was written for the node: $ of a macro, ' of a character. */
static inline char dt_node_first(const struct dt_node *n)
{
	const struct dt_source *from = n->loc.source;

	return from && n->loc.offset < from->len ? from->text[n->loc.offset] : '\0';
}

static inline bool dt_node_is_increment(const struct dt_node *n)
{
	return n->kind == DT_NODE_UNARY && n->op >= DT_OP_PREINC && n->op <= DT_OP_POSTDEC;
}
/** Does the node itself write to what lhs names? */
static inline bool dt_node_writes(const struct dt_node *n)
{
	return n->kind == DT_NODE_ASSIGN || dt_node_is_increment(n);
}
/** The length of a list of siblings. */
size_t dt_node_count(const struct dt_node *list);

/** A whole program: every -n, -s, … of one command, parsed one after the other into one tree. */
struct dt_program {
	struct dt_clause *clauses, **clauses_tail;
	struct dt_clause *used; // of providers, by dt_probe_need()
	unsigned n_clauses;	// of both lists; sema splits and numbers anew
	struct dt_translator *translators;
	struct dt_provider_decl *providers;
	struct dt_ident_pragma *pragmas;
	struct dt_depends_pragma *depends;
};

/** S-expression form for golden tests, stable across machines. */
void dt_ast_print(struct dt_str *out, const struct dt_program *p);
void dt_node_print(struct dt_str *out, const struct dt_node *n);

#endif
