/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Private to sema/: state and functions shared by its files. The pass walks the tree once. Each
 * function below that takes a node checks it and returns its replacement.
 *
 * A node with an error becomes DT_NODE_POISON with the poison type. A function that meets a poison
 * node returns poison without a report. A function that replaces a node of a list first saves its
 * `next` and gives it to the new node, since a node that becomes a child loses its own.
 */
#ifndef DT_LANG_SEMA_INTERNAL_H
#define DT_LANG_SEMA_INTERNAL_H

#include "base/vec.h"
#include "lang/ident.h"
#include "lang/compile.h"

/** Values of the parameters of a parameterised inline or a translator. */
struct dt_sema_frame {
	const struct dt_ident *params;
	struct dt_node *const *args; // checked already
	size_t n;
};

/** The clause's actions so far; they determine which actions may follow. */
struct dt_sema_order {
	bool recorded, committed, speculated;
	bool recorded_here, committed_here; // in the same arm, or since the last if
};

/** A check of a call after all clauses are typed. */
struct dt_late_check {
	void (*check)(struct dt_sema *s, struct dt_node *call);
	struct dt_node *call;
};

struct dt_sema {
	struct dt_compile *c;
	struct dt_clause *clause; // NULL outside clauses
	const char *region;	  // "in predicate", "in action list"
	struct dt_sema_order order;
	const struct dt_sema_frame *frame; // NULL outside inlines and translators
	unsigned depth;			   // of the recursion
	unsigned xlate_depth;		   // of nested whole translations
	size_t n_copied;		   // number of nodes made by expansion
	unsigned n_state;		   // number of providers' clauses so far
	bool in_cond;			   // below a condition that is not constant
	bool want_xlate;		   // the next expression may be a translation
	struct dt_ident *agg;		   // the aggregation being assigned
	bool is_quiet;			   // discard reports: a copy is checked only for its type
	const char **why;		   // receives the first report of a trial; or NULL
	bool reported;			   // the last report was recorded
	struct dt_map aggregated;	   // names of aggregations that are assigned anywhere
	struct dt_map writes[DT_SCOPE_KERNEL]; // by scope: name → struct dt_sema_write
	struct dt_map protos;		       // struct dt_builtin * → struct dt_proto
	dt_vec(struct dt_late_check) late;     // checks that need the keys of all aggregations
	struct {
		struct dt_node *call; // a call without a value in an expression, or NULL
		size_t n_errors;      // number of errors before it
	} misplaced;
};

// ---- sema.c: the pass, diagnostics, nodes
/** Returns the state of the compilation's pass. The first call creates it. */
struct dt_sema *dt_sema_of(struct dt_compile *c);
void dt_sema_error(struct dt_sema *s, struct dt_loc loc, enum dt_tag tag, const char *fmt, ...)
    dt_printf_like(4, 5);
/** Adds a hint to the last report, unless that was discarded as a duplicate. */
void dt_sema_hint(struct dt_sema *s, const char *fmt, ...) dt_printf_like(2, 3);
/** Reports an error, poisons the node and returns it. */
struct dt_node *dt_sema_poison(struct dt_sema *s, struct dt_node *n, enum dt_tag tag,
			       const char *fmt, ...) dt_printf_like(4, 5);
/** The same with another location for the report, such as an argument of the node. */
struct dt_node *dt_sema_poison_at(struct dt_sema *s, struct dt_node *n, struct dt_loc loc,
				  enum dt_tag tag, const char *fmt, ...) dt_printf_like(5, 6);
/** Poisons the node without a report, since a part of it is poison. */
struct dt_node *dt_sema_silence(struct dt_sema *s, struct dt_node *n);
bool dt_sema_is_poison(const struct dt_node *n);
struct dt_node *dt_sema_node(struct dt_sema *s, enum dt_node_kind kind, struct dt_loc loc);
/** Turns the node into an integer constant of the type. */
struct dt_node *dt_sema_make_int(struct dt_sema *s, struct dt_node *n, uint64_t value,
				 const struct dt_type *type);
const struct dt_type *dt_sema_basic(const struct dt_sema *s, enum dt_basic which);
/** Returns the type's spelling, in arena memory. */
const char *dt_sema_spell(struct dt_sema *s, const struct dt_type *t);

/** Matches the clause's description by the probe source, unless that was done. */
void dt_sema_match(struct dt_sema *s, struct dt_clause *cl);
void dt_sema_predicate(struct dt_sema *s, struct dt_clause *cl);
/** A function applied to a clause. */
typedef void dt_sema_clause_fn(struct dt_sema *s, struct dt_clause *cl, void *arg);
/** Checks a whole clause; `arg` is unused. */
dt_sema_clause_fn dt_sema_clause;
/** Calls `check` with another current clause and then restores the previous one. */
void dt_sema_at(struct dt_sema *s, struct dt_clause *cl, dt_sema_clause_fn *check, void *arg);
/** The same without reports: writes the first error to *why, as a part of a sentence. */
void dt_sema_try(struct dt_sema *s, struct dt_clause *cl, dt_sema_clause_fn *check,
		 const char **why);

// ---- discover.c
/** Records the clause's aggregations and assignments. */
void dt_sema_collect(struct dt_sema *s, struct dt_clause *cl);
/** Returns the NAME that the node assigns to, itself or an element of it; else NULL. */
const struct dt_node *dt_sema_written_name(const struct dt_node *n);
/** Visits the clauses that assign to the variable of the NAME or VAR. */
void dt_sema_each_writer(struct dt_sema *s, const struct dt_node *name, dt_sema_clause_fn *visit,
			 void *arg);
/** Creates the variable of the NAME from an assignment anywhere in the program. Returns false if no
 * assignment determines its type. */
bool dt_sema_discover(struct dt_sema *s, const struct dt_node *name);

// ---- unused.c
/** Checks the inlines and translators of the program that no clause uses. */
void dt_sema_unused(struct dt_sema *s);

// ---- metric.c
/** Checks the pragmas about metrics, and gives them to their aggregations. */
void dt_sema_metrics(struct dt_sema *s);

// ---- classic.c
/** Replaces descriptions of traditional system calls by those of Linux's calls, if requested. */
void dt_sema_families(struct dt_sema *s);
/** Inserts the condition of the clause's description, if any, before the checked predicate. */
void dt_sema_condition_of_family(struct dt_sema *s, struct dt_clause *cl);

// ---- copy.c
/** Maximum number of copied nodes per compilation. Further copies are poison; the caller reports.
 */
enum { DT_SEMA_MAX_COPIED = 1 << 20, DT_SEMA_MAX_XLATE = 16 };
/** Returns a deep copy, including siblings if `list` is set. */
struct dt_node *dt_sema_copy(struct dt_sema *s, const struct dt_node *n, bool list);
/** Sets the location of all nodes of the tree and its siblings, for reports. */
void dt_sema_set_loc(struct dt_node *n, struct dt_loc loc);
/** Splits a clause into one per probe description. */
void dt_sema_split(struct dt_sema *s, struct dt_clause *list);

// ---- expr/expr.c
struct dt_node *dt_sema_expr(struct dt_sema *s, struct dt_node *n);
/** Checks the left side of `.` or `->`, which may be a translation. */
struct dt_node *dt_sema_base(struct dt_sema *s, struct dt_node *n);
/** Reports whether a value of the type, or the memory it points to, is in the process. */
bool dt_sema_is_of_process(const struct dt_type *t);
/** A function that checks a node and returns its replacement: dt_sema_expr(), dt_sema_datum(). */
typedef struct dt_node *dt_sema_fn(struct dt_sema *s, struct dt_node *n);
/** Checks and replaces all nodes of a list. Returns false if one of them is poison. */
bool dt_sema_list(struct dt_sema *s, struct dt_node **list, dt_sema_fn *check);
/** Checks the rest of ?: after its condition. */
struct dt_node *dt_sema_cond_arms(struct dt_sema *s, struct dt_node *n);
/** Checks the condition of ?: and if. Returns a scalar or poison. */
struct dt_node *dt_sema_condition(struct dt_sema *s, struct dt_node *n);

// ---- expr/convert.c
/** Converts the node to the type: computes a constant, or adds a CAST if the value or the kind may
 * change. The conversion must be permitted. */
struct dt_node *dt_sema_convert(struct dt_sema *s, struct dt_node *n, const struct dt_type *type);
/** Converts a scalar to exactly this type, which determines its output and its target. */
struct dt_node *dt_sema_as(struct dt_sema *s, struct dt_node *n, const struct dt_type *type);
/** Returns the value in the form to record, to compare as a key or to aggregate. Truncates an
 * integer to its type, unless that comes from an undeclared variable. */
struct dt_node *dt_sema_recorded(struct dt_sema *s, struct dt_node *n);
/** Converts an array to a pointer to its first element. Returns other nodes unchanged. */
struct dt_node *dt_sema_decay(struct dt_sema *s, struct dt_node *n);
/** Reports whether the string is neither NULL nor empty, as an int. */
struct dt_node *dt_sema_is_text(struct dt_sema *s, struct dt_node *n);
/** Converts a variable that keeps the text of a pointer to a condition: true if it is not empty.
 * Returns other nodes unchanged. */
struct dt_node *dt_sema_truth(struct dt_sema *s, struct dt_node *n);
/** Converts a string to a `char *`, valid as long as the string's memory. */
struct dt_node *dt_sema_string_address(struct dt_sema *s, struct dt_node *n);
/** Converts a stringlike or an address to a string. */
struct dt_node *dt_sema_to_string(struct dt_sema *s, struct dt_node *n);
/** Converts as by assignment to a variable of the type. Returns NULL, without a report, if the
 * types are incompatible. */
struct dt_node *dt_sema_assign_convert(struct dt_sema *s, struct dt_node *n,
				       const struct dt_type *type);
/** Returns the type of a variable that a value of the node's type creates, or NULL if none can hold
 * it. */
const struct dt_type *dt_sema_variable_type(struct dt_sema *s, const struct dt_node *n);
/** Reports whether the two pointer types are compatible. */
bool dt_sema_pointers_fit(const struct dt_type *a, const struct dt_type *b);

// ---- expr/fold.c
/** Folds an operator over constants. Returns the node itself if it is not constant. */
struct dt_node *dt_sema_fold_unary(struct dt_sema *s, struct dt_node *n);
struct dt_node *dt_sema_fold_binary(struct dt_sema *s, struct dt_node *n);
bool dt_sema_is_zero(const struct dt_node *n);

// ---- expr/float.c
/** Reports whether the type is an integer, or a floating-point number that D computes with. */
bool dt_sema_is_number(const struct dt_type *t);
/** Reports whether the operator maps floating-point numbers to a floating-point number. */
bool dt_sema_computes(enum dt_op op);
struct dt_node *dt_sema_to_double(struct dt_sema *s, struct dt_node *n);
/** Checks + - * / and comparisons if one of the numbers is floating point. */
struct dt_node *dt_sema_float_binary(struct dt_sema *s, struct dt_node *n);
/** If the value is a floating-point number, adds a hint about the conversion and returns true. */
bool dt_sema_hint_float(struct dt_sema *s, const struct dt_node *n);
/** Adds a hint to compare a floating-point number, which is not a condition. */
void dt_sema_hint_compare(struct dt_sema *s);

// ---- expr/binary.c
struct dt_node *dt_sema_binary(struct dt_sema *s, struct dt_node *n);
/** Returns true if `ptr + n` is possible. Otherwise reports it. */
bool dt_sema_pointer_steps(struct dt_sema *s, struct dt_node *n, const struct dt_type *ptr);

// ---- expr/assign.c
struct dt_node *dt_sema_assign(struct dt_sema *s, struct dt_node *n);
struct dt_node *dt_sema_increment(struct dt_sema *s, struct dt_node *n);

// ---- expr/name.c
/** Resolves a NAME. `create`: type of the variable to create if there is none, or NULL. */
struct dt_node *dt_sema_name(struct dt_sema *s, struct dt_node *n, const struct dt_type *create);
/** Returns the identifier of a NAME or a call, including builtins, or NULL. */
struct dt_ident *dt_sema_find(struct dt_sema *s, const struct dt_node *name);
/** Expands an inline. `args` are the arguments of name[args]. */
struct dt_node *dt_sema_inline(struct dt_sema *s, struct dt_node *n, struct dt_ident *id,
			       struct dt_node *args);
/** Returns the library's inline for a kernel variable that this kernel lacks, or NULL. */
struct dt_ident *dt_sema_kernel_alias(struct dt_sema *s, const struct dt_node *name);
/** Returns `&` of the kernel symbol, or NULL if the NAME is not a kernel symbol. */
struct dt_node *dt_sema_kernel_address(struct dt_sema *s, struct dt_node *n);
/** Reports whether the NAME does not exist until an assignment creates it. */
bool dt_sema_is_unknown(struct dt_sema *s, const struct dt_node *n);
/** Adds a hint "did you mean" from D variables and builtins. `functions` selects the builtins. */
void dt_sema_suggest(struct dt_sema *s, const char *name, bool functions);
/** Adds a hint if an argument of the clause's probe has the name, and returns whether it did. */
bool dt_sema_hint_argument(struct dt_sema *s, const char *name);
/** Reports whether Linux's thread, curthread, has a member of this name. */
bool dt_sema_is_of_thread(struct dt_sema *s, const char *name);

// ---- expr/index.c
/** Checks an INDEX. `create`: element type of the associative array that this assignment creates if
 * there is none; or NULL. */
struct dt_node *dt_sema_index(struct dt_sema *s, struct dt_node *n, const struct dt_type *create);
/** Checks keys against those of the identifier and converts them. The first use fixes the types. */
bool dt_sema_keys(struct dt_sema *s, struct dt_node *n, struct dt_ident *id);

// ---- expr/member.c
struct dt_node *dt_sema_member(struct dt_sema *s, struct dt_node *n);
/** Reports that the type has no member `n->name`. Returns the poisoned node. */
struct dt_node *dt_sema_no_member(struct dt_sema *s, struct dt_node *n, const struct dt_type *of);
struct dt_node *dt_sema_deref(struct dt_sema *s, struct dt_node *n);
struct dt_node *dt_sema_addrof(struct dt_sema *s, struct dt_node *n);
/** Reports whether the node is in a D variable (not in memory with an address). */
bool dt_sema_in_variable(const struct dt_node *n);

// ---- xlate.c
/** Checks the translators that have not been checked yet. */
void dt_sema_translators(struct dt_sema *s);
/** Returns the translator between the types, or NULL. */
const struct dt_translator *dt_sema_translator(struct dt_sema *s, const struct dt_type *to,
					       const struct dt_type *from);
struct dt_node *dt_sema_xlate(struct dt_sema *s, struct dt_node *n);
/** Converts a translation to a value: all of its members, or the address of such a struct, valid as
 * long as variables of the kind `kept`. */
struct dt_node *dt_sema_xlate_whole(struct dt_sema *s, struct dt_node *n, enum dt_ident_kind kept);
/** The same as dt_sema_xlate() after the operand was checked. */
struct dt_node *dt_sema_translate(struct dt_sema *s, struct dt_node *n);
/** Returns member `n->name` of the translation `x`. */
struct dt_node *dt_sema_xlate_member(struct dt_sema *s, struct dt_node *n, struct dt_node *x);
/** Returns the expression from which the operand's other members are translated. */
struct dt_node *dt_sema_xlate_rest(struct dt_sema *s, const struct dt_translator *t,
				   struct dt_node *operand);

// ---- provider.c
/** Checks the provider declarations and translators that have not been checked yet. */
void dt_sema_providers(struct dt_sema *s);

// ---- expr/call.c
/** Context of a call. */
enum dt_call_context {
	DT_CALL_EXPR,  // inside an expression
	DT_CALL_STMT,  // a statement
	DT_CALL_DATUM, // a key or a recorded argument: stack() and sym() are permitted
	DT_CALL_AGG,   // right of `@x =`
};
struct dt_node *dt_sema_call(struct dt_sema *s, struct dt_node *n, enum dt_call_context context);
/** Returns the builtin's prototype, which is parsed once. */
const struct dt_proto *dt_sema_proto(struct dt_sema *s, const struct dt_builtin *b);
/** Reports a call without a value, unless it was reported. Called after each statement and
 * predicate. */
void dt_sema_misplaced(struct dt_sema *s);
/** Makes a call of a subroutine with arguments that were checked. */
struct dt_node *dt_sema_call_of(struct dt_sema *s, const char *name, struct dt_loc loc,
				struct dt_node *list);
/** Checks a recorded expression or a key, which may be stack(), sym() … */
struct dt_node *dt_sema_datum(struct dt_sema *s, struct dt_node *n);

// ---- agg.c
/** Checks the statement `@x[keys] = func()`. */
struct dt_node *dt_sema_agg_assign(struct dt_sema *s, struct dt_node *n);
/** Returns "@name", or "@" for the aggregation without a name. */
const char *dt_sema_agg_text(struct dt_sema *s, const char *name);
/** Returns the aggregation that is an action's argument, or NULL if the program does not assign it.
 */
struct dt_ident *dt_sema_agg_ident(struct dt_sema *s, struct dt_node *n);

// ---- stmt.c
void dt_sema_statements(struct dt_sema *s, struct dt_node **list);

// ---- proto.c
enum dt_param_kind {
	DT_PARAM_TYPE,
	DT_PARAM_ANY,	 // @
	DT_PARAM_AGG,	 // @agg
	DT_PARAM_MEMORY, // @memory: a pointer or string whose bytes are used
};
struct dt_param {
	enum dt_param_kind kind;
	const struct dt_type *type; // TYPE
	bool optional;
};
struct dt_proto {
	const struct dt_type *ret;
	bool is_array; // `T [int]`: a variable with an index
	const struct dt_param *params;
	size_t n_params;
	bool varargs; // `...`: any further arguments; the builtin checks them
};
/** Parses a prototype in D syntax; a malformed one is our bug. A type unknown on this machine is
 * DT_PARAM_ANY as parameter and `void *` as result. */
const struct dt_proto *dt_proto_parse(struct dt_compile *c, const char *text);

/** If a value that is not a string was written in single quotes, adds a hint about double quotes
 * and returns true. */
bool dt_sema_hint_quotes(struct dt_sema *s, const struct dt_node *value);
/** Reports a second list of keys: the aggregation of the INDEX already has keys. */
struct dt_node *dt_sema_agg_twice(struct dt_sema *s, struct dt_node *n);
/** Adds a hint about aggregating functions, instead of ++ and +=. */
void dt_sema_hint_count(struct dt_sema *s);
/** Adds a hint that an aggregation has no value, but variables have. */
void dt_sema_hint_no_value(struct dt_sema *s);

#endif
