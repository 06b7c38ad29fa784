/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The abstract syntax tree of D. The parser builds it, the semantic pass decorates it.
 *
 * All nodes live in the compilation's arena. The parser fills the syntax fields. The semantic pass
 * sets `type`, resolves names to identifiers, folds constants and desugars. It leaves a tree that
 * lowering can translate without further checks: nodes of the kinds marked [syntax] are gone.
 */
#ifndef DT_LANG_AST_H
#define DT_LANG_AST_H

#include "lang/diag.h"
#include "lang/sema/metric.h"
#include "types/types.h"

struct dt_builtin;
struct dt_ident;

enum dt_node_kind {
	DT_NODE_POISON,
	DT_NODE_INT,	// value; the parser derives the type from the constant's size and suffix;
			// a computed value may have more bits than its type
	DT_NODE_STRING, // str, str_len
	DT_NODE_NAME,	// [syntax] name, scope: an identifier before resolution
	DT_NODE_VAR,	// ident: a D variable of any scope, a builtin variable, a kernel symbol
	DT_NODE_AGG,	// name ("_" for a bare @), ident after sema, list = key expressions (none:
			// scalar)
	DT_NODE_INDEX,	// lhs[list]; after sema: an element of an array or behind a pointer; of an
			// associative array if `ident` is set; of a builtin array if lhs is its VAR
	DT_NODE_MEMBER, // lhs.name; `->` is [syntax] DEREF below it; member, bit_offset after sema
	DT_NODE_UNARY,	// op, lhs: - + ~ ! * & ++x --x x++ x-- stringof
	DT_NODE_BINARY, // op, lhs, rhs; pointer arithmetic is scaled by lowering
	DT_NODE_ASSIGN, // op (DT_OP_NONE for =), lhs, rhs
	DT_NODE_COND,	// lhs ? rhs : third
	DT_NODE_COMMA,	// lhs, rhs
	DT_NODE_CALL,	// name, ident (a function) after sema, list = arguments
	DT_NODE_CAST,	// (decl_type) lhs; sema also inserts casts before stores
	DT_NODE_SIZEOF, // [syntax] decl_type or lhs
	DT_NODE_OFFSETOF, // [syntax] decl_type, name
	DT_NODE_XLATE,	  // decl_type, lhs; translator after sema. Used as a value: type is the
		       // struct, list = all members, rhs (if any) is evaluated before them
	DT_NODE_XLATE_MEMBER, // [sema] in the list of an XLATE: member, bit_offset, lhs = its value
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
/** Returns the operator's spelling ("+", "<<", "stringof") for messages and printing. */
const char *dt_op_text(enum dt_op op);

/** The scope that a NAME is written with. */
enum dt_scope {
	DT_SCOPE_NONE,
	DT_SCOPE_SELF,
	DT_SCOPE_THIS,
	DT_SCOPE_KERNEL,
};
/** Returns the prefix of a D variable's name: "self->", "this->" or "". */
const char *dt_scope_text(enum dt_scope scope);

/** Maximum height of a tree (else D_SYNTAX), so that every pass may recurse over it. */
enum { DT_NODE_MAX_HEIGHT = 1000 };

struct dt_node {
	enum dt_node_kind kind;
	enum dt_op op;
	struct dt_loc loc;
	struct dt_node *next; // sibling in a list
	unsigned height;      // of the tree below, as parsed, not counting siblings

	const struct dt_type *type; // sema: never NULL afterwards
	bool is_lvalue;		    // sema
	bool is_userland;	    // sema: a pointer into the process's memory

	struct dt_node *lhs, *rhs, *third;
	struct dt_node *list; // arguments, keys, tuple
	struct dt_node *body, *else_body;

	const char *name;    // interned
	const char *written; // sema: name of the inline or translated member it replaced
	enum dt_scope scope;
	const char *module; // of a kernel symbol: "mod" of mod`sym, "" of `sym
	struct dt_ident *ident;

	uint64_t value;	   // INT
	bool is_no_target; // INT: written as $target, but there is no target
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
	DT_IDENT_SELF_ASSOC, // thread-local associative array
	DT_IDENT_AGG,
	DT_IDENT_BUILTIN_VAR,
	DT_IDENT_FUNCTION, // subroutine, action or aggregating function, see `builtin`
	DT_IDENT_INLINE,
	DT_IDENT_KERNEL, // kernel symbol
};

struct dt_ident {
	enum dt_ident_kind kind;
	const char *name; // interned, without scope
	unsigned index;	  // from 0 per kind, in order of creation; of THIS: lowering's register
	const struct dt_type
	    *type; // of the variable, of one element (ASSOC), of the result (FUNCTION)
	struct dt_loc declared;
	const char *attributes; // by pragma; NULL: the default
	unsigned since;		// first version of D that has it (dt_version()); 0: all have it
	bool is_declared, is_written, is_read;
	bool holds_data;   // variable: dt_node_is_data() holds for some value assigned to it
	bool is_kept_text; // variable: stores the strings behind the pointers assigned to it

	const struct dt_type *const *keys;   // ASSOC, AGG: types of the tuple as first used
	const struct dt_builtin **key_funcs; // of DT_BF_KEY_ONLY keys: sym(), stack()
	size_t n_keys;

	const struct dt_builtin *builtin; // BUILTIN_VAR, FUNCTION

	// AGG: set by the first assignment, checked at all others
	const struct dt_builtin *agg_func;
	int64_t agg_params[6]; // lquantize base, limit, step; llquantize factor, low, high, nsteps
	unsigned n_agg_params;
	const struct dt_metric_pragma *metric; // its #pragma D metric, or NULL
	bool is_truncated;		       // the program calls trunc() on it
	bool is_wrong; // an assignment to it had an error, which was reported

	struct dt_node *inline_body;	// INLINE
	struct dt_ident *inline_params; // in no table; names in the body refer to them first
	size_t n_inline_params;

	void *lowered; // private to lowering
};

/** A probe description as written. A field is NULL if it is absent, "" if it is empty. */
struct dt_probe_desc {
	const char *provider, *module, *function, *name;
	uint32_t id; // non-zero: given by number, the fields are NULL
	struct dt_loc loc;
	const char *text; // as written, after macro expansion
	// sema: one of several system calls that replace the requested one; some may not exist
	bool is_of_family;
	const signed char *arg_map; // argN is raw argument arg_map[N] (-1: 0); or NULL
	const char *when;	    // additional condition, in D; or NULL
	const char *const *except;  // functions that a pattern leaves out, up to NULL; or NULL
};

enum { DT_MAX_RAW_ARGS = 10 }; // arg0 to arg9

/** A name that sema has expanded. */
struct dt_ident_use {
	struct dt_ident_use *next;
	const struct dt_ident *ident;
	struct dt_loc loc;
};

/** Owner and purpose of a clause. */
enum dt_clause_role {
	DT_CLAUSE_PROGRAM, // of the program: runs when a probe of its descriptions fires
	DT_CLAUSE_STATE,   // of a provider: runs likewise, keeps state for the provider's probes
	DT_CLAUSE_ORIGIN,  // fires a static probe: predicate, `body` = native arguments
};

struct dt_clause {
	struct dt_clause *next; // program order
	enum dt_clause_role role;
	bool runs_last; // STATE: runs after the program's clauses, not before them
	unsigned order; // STATE, sema: position among the STATE clauses of all providers
	struct dt_loc loc;
	struct dt_probe_desc *descs;
	size_t n_descs;
	struct dt_node *predicate; // NULL if none
	struct dt_node *body;	   // list of statements; NULL with `has_body` = `{}`
	bool has_body;
	// sema splits a clause "a, b {…}" into one per description. Afterwards n_descs is 1 and
	// each copy has its own types of args[].
	const struct dt_clause *list;	  // sema: the first of the split clauses
	bool uses_args;			  // sema: it names args[]
	bool is_wrong;			  // sema: its description has an error, which was reported
	bool is_dead;			  // sema: it names args[] of probes that can never exist
	unsigned index;			  // dense, program order
	bool default_action;		  // sema: the body records nothing but the EPID
	const struct dt_probe_args *args; // sema: types of args[], NULL if unknown or mixed
	bool args_mixed;		  // sema: the probes have different args[]
	bool is_matched;		  // sema: dt_probe_source.match() was called
	void *matched;			  // sema: the probe source's handle of the match
	struct dt_ident_use *inlines;	  // sema: the inlines that were expanded in the clause
	uint64_t args_named;		  // sema: dt_arg_bit() of the raw arguments it names
	// ORIGIN, STATE
	const struct dt_provider_probe *feeds; // ORIGIN: the probe that it fires
	struct dt_node *thread; // ORIGIN: the probe's thread, an args[N]; NULL: the current thread
	bool is_checked;	// sema
	const char *why_not;	// sema: reason why this kernel does not support it, or NULL
	bool is_used;		// the program needs it (dt_probe_need()) ...
	struct dt_clause *next_used; // ... and dt_program.used lists it
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
	struct dt_node *rest; // its translation provides the other members; NULL: there are none
	struct dt_translator_member *members;
	size_t n_members;
	bool is_checked; // sema: the members are resolved, or their errors reported
};

/** A set of a probe's raw arguments, one bit each. The last bit is for other things. */
static const uint64_t DT_ARG_NONE = 1ull << 63;
static inline uint64_t dt_arg_bit(uint64_t arg)
{
	return arg < 63 ? 1ull << arg : DT_ARG_NONE;
}

/** A provider's clause on which native arguments or the condition depend. */
struct dt_needed {
	struct dt_clause *clause;
	uint64_t by; // dt_arg_bit() of these arguments; DT_ARG_NONE: the condition
};

/** A group of origins that together fire a static probe. */
struct dt_choice {
	struct dt_choice *next;	  // less preferred
	struct dt_loc loc;	  // of its whole text
	struct dt_needed *needed; // sema: in source order
	size_t n_needed;
	struct dt_clause *origins;
};

/**
 * A probe of a provider declaration. A probe with choices, or with a reason why there are none, is
 * a static probe: other probes fire it. Any other is compiled into programs (-h, -G).
 */
struct dt_provider_probe {
	const char *name;
	const struct dt_type *const *args; // native arguments
	const char *const *arg_names;
	size_t n_args;
	const struct dt_type *const *xargs; // translated arguments; equal to args without `: (…)`
	const unsigned *map;		    // xargs[i] comes from args[map[i]]
	size_t n_xargs;
	struct dt_choice *choices;
	const char *reason; // message if no choice is available; NULL: the reason that sema finds
	struct dt_loc loc;
	struct dt_provider_decl *provider; // sema; of a static probe
	bool is_chosen;			   // sema: `choice` and `why_not` are set
	const struct dt_choice *choice;	   // the first that this kernel supports, or NULL ...
	const char *why_not;		   // ... with the reason
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
	struct dt_clause *clauses;	     // STATE; their variables are private to the provider
	const struct dt_probe_desc *aliases; // alternative descriptions of its probes
	size_t n_aliases;
	struct dt_loc loc;
	bool is_static;	 // its probes are static
	bool is_checked; // sema
};

/** #pragma D attributes and binding. */
struct dt_ident_pragma {
	struct dt_ident_pragma *next; // latest first
	struct dt_loc loc;
	const char *ident;	// of a variable or inline; of a provider, if `part`
	const char *attributes; // "Stable/Stable/Common"; NULL in a binding
	const char *part;	// "provider", "module", "function", "name", "args"; or NULL
	unsigned version;	// of a binding, else 0
	bool is_used;		// the name was declared
};

/** #pragma D depends_on WHAT NAME; the session decides whether it is met. */
struct dt_depends_pragma {
	struct dt_depends_pragma *next;
	const char *what, *name; // what: "module", "provider", "library"
	struct dt_loc loc;
};

/** KEY[=VALUE] of a #pragma D metric. */
struct dt_metric_setting {
	const char *key, *value; // value: without quotes; NULL: none
};

/** #pragma D metric @NAME KEY=VALUE …: how an aggregation is exported. sema checks the settings and
 *  sets the other fields; NULL and 0 are the defaults. */
struct dt_metric_pragma {
	struct dt_metric_pragma *next; // in the order of the program
	struct dt_loc loc;
	const char *agg; // without '@'; "_" for the anonymous one
	const struct dt_metric_setting *settings;
	size_t n_settings;
	const char *name, *help;
	const char *const *labels;
	size_t n_labels;
	enum dt_metric_kind kind;
	enum dt_metric_unit unit;
	bool has_range, has_sum;
	int64_t low, high; // the range
	uint64_t limit;
};

/** Returns the first character of the node's source text: $ for a macro, ' for a character. */
static inline char dt_node_first(const struct dt_node *n)
{
	const struct dt_source *from = n->loc.source;

	return from && n->loc.offset < from->len ? from->text[n->loc.offset] : '\0';
}

/** Reports whether the node is ++ or --, prefix or postfix. */
static inline bool dt_node_is_increment(const struct dt_node *n)
{
	return n->kind == DT_NODE_UNARY && n->op >= DT_OP_PREINC && n->op <= DT_OP_POSTDEC;
}
/** Reports whether the node itself writes to its lhs. */
static inline bool dt_node_writes(const struct dt_node *n)
{
	return n->kind == DT_NODE_ASSIGN || dt_node_is_increment(n);
}
/** Returns the length of a list of siblings. */
size_t dt_node_count(const struct dt_node *list);

/** A whole program: all -n, -s, … of one command, parsed in order into one tree. */
struct dt_program {
	struct dt_clause *clauses, **clauses_tail;
	struct dt_clause *used; // providers' clauses, added by dt_probe_need()
	unsigned n_clauses;	// in both lists; sema splits and renumbers them
	struct dt_translator *translators;
	struct dt_provider_decl *providers;
	struct dt_ident_pragma *pragmas;
	struct dt_depends_pragma *depends;
	struct dt_metric_pragma *metrics, **metrics_tail;
};

/** These print S-expressions for golden tests, the same on all machines. */
void dt_ast_print(struct dt_str *out, const struct dt_program *p);
void dt_node_print(struct dt_str *out, const struct dt_node *n);

#endif
