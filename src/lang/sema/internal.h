/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * What the files of the semantic pass share. The pass walks the tree once; each function below
 * takes a node, checks it, and returns the node that stands in its place afterwards.
 *
 * A node that got its diagnostic becomes DT_NODE_POISON with the poison type; whoever meets one
 * returns poison without a word. Who replaces a node of a list saves its `next` first and gives it
 * to the new one: a node that comes to stand below another loses its own.
 */
#ifndef DT_LANG_SEMA_INTERNAL_H
#define DT_LANG_SEMA_INTERNAL_H

#include "base/vec.h"
#include "lang/ident.h"
#include "lang/compile.h"

/** What the names of a parameterised inline's or a translator's parameters stand for. */
struct dt_sema_frame {
	const struct dt_ident *params;
	struct dt_node *const *args; // checked already
	size_t n;
};

/** What a clause has done so far; decides which action may follow. */
struct dt_sema_order {
	bool recorded, committed, speculated;
	bool recorded_here, committed_here; // in the same arm, or since the last if
};

struct dt_sema {
	struct dt_compile *c;
	struct dt_clause *clause; // NULL outside clauses
	const char *region;	  // "in predicate", "in action list"
	struct dt_sema_order order;
	const struct dt_sema_frame *frame; // NULL outside inlines and translators
	unsigned depth;			   // of the recursion
	unsigned xlate_depth;		   // of translations within whole ones
	size_t n_copied;		   // nodes made by expansion
	unsigned n_state;		   // clauses of providers so far
	bool in_cond;			   // below a condition that is not constant
	bool want_xlate;		   // the next expression may be a translation
	struct dt_ident *agg;		   // that is being assigned
	bool is_quiet;			   // reports are dropped: a copy is checked for its type
	const char **why;	  // the first report goes there: something is tried; or NULL
	bool reported;		  // the last report was recorded
	struct dt_map aggregated; // names of aggregations that are assigned anywhere
	struct dt_map writes[DT_SCOPE_KERNEL]; // by scope: name → struct dt_sema_write
	struct dt_map protos;		       // struct dt_builtin * → struct dt_proto
	dt_vec(struct dt_node *) printas;      // checked when all keys are known
	struct {
		struct dt_node *call; // of no value, in an expression; NULL if there is none
		size_t n_errors;      // before it
	} misplaced;
};

// ---- sema.c: the pass, diagnostics, nodes
/** The compilation's; made when it is first asked for. */
struct dt_sema *dt_sema_of(struct dt_compile *c);
void dt_sema_error(struct dt_sema *s, struct dt_loc loc, enum dt_tag tag, const char *fmt, ...)
    dt_printf_like(4, 5);
/** Add a hint to what was reported last, unless that was dropped as a duplicate. */
void dt_sema_hint(struct dt_sema *s, const char *fmt, ...) dt_printf_like(2, 3);
/** Report and poison the node; returns it. */
struct dt_node *dt_sema_poison(struct dt_sema *s, struct dt_node *n, enum dt_tag tag,
			       const char *fmt, ...) dt_printf_like(4, 5);
/** The same, with the report at another place: an argument of the node. */
struct dt_node *dt_sema_poison_at(struct dt_sema *s, struct dt_node *n, struct dt_loc loc,
				  enum dt_tag tag, const char *fmt, ...) dt_printf_like(5, 6);
/** Poison without a report: a part of the node is poison. */
struct dt_node *dt_sema_silence(struct dt_sema *s, struct dt_node *n);
bool dt_sema_is_poison(const struct dt_node *n);
struct dt_node *dt_sema_node(struct dt_sema *s, enum dt_node_kind kind, struct dt_loc loc);
/** Turn the node into an integer constant of the type. */
struct dt_node *dt_sema_make_int(struct dt_sema *s, struct dt_node *n, uint64_t value,
				 const struct dt_type *type);
const struct dt_type *dt_sema_basic(const struct dt_sema *s, enum dt_basic which);
/** The type's spelling, in arena memory. */
const char *dt_sema_spell(struct dt_sema *s, const struct dt_type *t);

/** Ask the probe source for what the clause's description matches, unless that was done. */
void dt_sema_match(struct dt_sema *s, struct dt_clause *cl);
void dt_sema_predicate(struct dt_sema *s, struct dt_clause *cl);
/** Something that is done with a clause. */
typedef void dt_sema_clause_fn(struct dt_sema *s, struct dt_clause *cl, void *arg);
/** Check all of it; `arg` is unused. */
dt_sema_clause_fn dt_sema_clause;
/** Check something in another clause than the pass is in, and go back there. */
void dt_sema_at(struct dt_sema *s, struct dt_clause *cl, dt_sema_clause_fn *check, void *arg);
/** The same without a report: *why becomes the first mistake, as a part of a sentence. */
void dt_sema_try(struct dt_sema *s, struct dt_clause *cl, dt_sema_clause_fn *check,
		 const char **why);

// ---- discover.c
/** Note what the clause aggregates and assigns. */
void dt_sema_collect(struct dt_sema *s, struct dt_clause *cl);
/** The NAME that the node assigns to, itself or an element of it; else NULL. */
const struct dt_node *dt_sema_written_name(const struct dt_node *n);
/** Visit the clauses that assign to what the NAME or VAR means. */
void dt_sema_each_writer(struct dt_sema *s, const struct dt_node *name, dt_sema_clause_fn *visit,
			 void *arg);
/** Create the variable that the NAME means from an assignment anywhere in the program; false if
 *  there is none that says its type. */
bool dt_sema_discover(struct dt_sema *s, const struct dt_node *name);

// ---- unused.c
/** Check the inlines and translators of the program that no clause uses. */
void dt_sema_unused(struct dt_sema *s);

// ---- classic.c
/** Replace descriptions by those of the calls that they stand for, if that is wanted. */
void dt_sema_families(struct dt_sema *s);
/** Put the condition of the clause's description, if it has one, before the checked predicate. */
void dt_sema_condition_of_family(struct dt_sema *s, struct dt_clause *cl);

// ---- copy.c
/** Copied nodes of one compilation; what goes beyond is poison, and the copying caller reports. */
enum { DT_SEMA_MAX_COPIED = 1 << 20, DT_SEMA_MAX_XLATE = 16 };
/** Deep copy; siblings are copied too if `list`. */
struct dt_node *dt_sema_copy(struct dt_sema *s, const struct dt_node *n, bool list);
/** The tree, its siblings too, stands at this place: what is wrong with it is said there. */
void dt_sema_place(struct dt_node *n, struct dt_loc loc);
/** One clause per probe description. */
void dt_sema_split(struct dt_sema *s, struct dt_clause *list);

// ---- expr/expr.c
struct dt_node *dt_sema_expr(struct dt_sema *s, struct dt_node *n);
/** Check an expression that may be a translation: what `.` and `->` apply to. */
struct dt_node *dt_sema_base(struct dt_sema *s, struct dt_node *n);
/** Does a value of the type, or what it points to, lie in the process? */
bool dt_sema_is_of_process(const struct dt_type *t);
/** How a node is checked: dt_sema_expr(), dt_sema_datum(). Returns what takes its place. */
typedef struct dt_node *dt_sema_fn(struct dt_sema *s, struct dt_node *n);
/** Check every node of a list in place; false if one of them is poison. */
bool dt_sema_list(struct dt_sema *s, struct dt_node **list, dt_sema_fn *check);
/** The rest of ?: when its condition is checked. */
struct dt_node *dt_sema_cond_arms(struct dt_sema *s, struct dt_node *n);
/** Check the condition of ?: and if; a scalar or poison. */
struct dt_node *dt_sema_condition(struct dt_sema *s, struct dt_node *n);

// ---- expr/convert.c
/** The node with the type: a constant is converted, a CAST is put on top if the value or the kind
 *  may change. Only for conversions that are allowed. */
struct dt_node *dt_sema_convert(struct dt_sema *s, struct dt_node *n, const struct dt_type *type);
/** A converted scalar with exactly this type: what it prints as and points to. */
struct dt_node *dt_sema_as(struct dt_sema *s, struct dt_node *n, const struct dt_type *type);
/** The value as it is recorded, compared as a key or aggregated: an integer is cut to its type,
 *  unless the type is that of an undeclared variable. */
struct dt_node *dt_sema_recorded(struct dt_sema *s, struct dt_node *n);
/** An array as a pointer to its first element; everything else as it is. */
struct dt_node *dt_sema_decay(struct dt_sema *s, struct dt_node *n);
/** Reports whether the string is neither NULL nor empty, as an int. */
struct dt_node *dt_sema_is_text(struct dt_sema *s, struct dt_node *n);
/** What is kept of a pointer to text, as a condition: is it not empty? Everything else as it is. */
struct dt_node *dt_sema_truth(struct dt_sema *s, struct dt_node *n);
/** A string as `char *`: where its characters lie, as long as they do. */
struct dt_node *dt_sema_string_address(struct dt_sema *s, struct dt_node *n);
/** A stringlike or address as string. */
struct dt_node *dt_sema_to_string(struct dt_sema *s, struct dt_node *n);
/** Convert as by assignment to a variable of the type. NULL if the types do not go together;
 *  nothing is reported then. */
struct dt_node *dt_sema_assign_convert(struct dt_sema *s, struct dt_node *n,
				       const struct dt_type *type);
/** The type of a variable that a value of the node's type creates. NULL if none can hold it. */
const struct dt_type *dt_sema_variable_type(struct dt_sema *s, const struct dt_node *n);
/** May pointers of the two types meet? */
bool dt_sema_pointers_fit(const struct dt_type *a, const struct dt_type *b);

// ---- expr/fold.c
/** Fold an operator over constants; the node itself if it is not constant. */
struct dt_node *dt_sema_fold_unary(struct dt_sema *s, struct dt_node *n);
struct dt_node *dt_sema_fold_binary(struct dt_sema *s, struct dt_node *n);
bool dt_sema_is_zero(const struct dt_node *n);

// ---- expr/float.c
/** Is it an integer, or a floating-point number that D computes with? */
bool dt_sema_is_number(const struct dt_type *t);
/** Has the operator a meaning for floating-point numbers, which yields one? */
bool dt_sema_computes(enum dt_op op);
struct dt_node *dt_sema_to_double(struct dt_sema *s, struct dt_node *n);
/** + - * / and comparisons of numbers of which one is floating point. */
struct dt_node *dt_sema_float_binary(struct dt_sema *s, struct dt_node *n);
/** Hint at the conversion if the value is a floating-point number; false: it is not. */
bool dt_sema_hint_float(struct dt_sema *s, const struct dt_node *n);
/** Hint at a comparison where a floating-point number is no condition. */
void dt_sema_hint_compare(struct dt_sema *s);

// ---- expr/binary.c
struct dt_node *dt_sema_binary(struct dt_sema *s, struct dt_node *n);
/** Is `ptr + n` possible? Reports if not. */
bool dt_sema_pointer_steps(struct dt_sema *s, struct dt_node *n, const struct dt_type *ptr);

// ---- expr/assign.c
struct dt_node *dt_sema_assign(struct dt_sema *s, struct dt_node *n);
struct dt_node *dt_sema_increment(struct dt_sema *s, struct dt_node *n);

// ---- expr/name.c
/** Resolve a NAME. `create`: the type of the variable to create if there is none, or NULL. */
struct dt_node *dt_sema_name(struct dt_sema *s, struct dt_node *n, const struct dt_type *create);
/** The identifier that a NAME or a call means: table and name, or NULL. Builtins included. */
struct dt_ident *dt_sema_find(struct dt_sema *s, const struct dt_node *name);
/** Expand an inline, `args` being those of name[args]. */
struct dt_node *dt_sema_inline(struct dt_sema *s, struct dt_node *n, struct dt_ident *id,
			       struct dt_node *args);
/** The inline of the library that stands for a kernel variable which this kernel has not; or NULL.
 */
struct dt_ident *dt_sema_kernel_alias(struct dt_sema *s, const struct dt_node *name);
/** `&` of the kernel symbol that the NAME is; NULL if it is none. */
struct dt_node *dt_sema_kernel_address(struct dt_sema *s, struct dt_node *n);
/** Is the NAME one that an assignment would have to create? */
bool dt_sema_is_unknown(struct dt_sema *s, const struct dt_node *n);
/** "did you mean": over D variables and builtins; `functions` selects which builtins. */
void dt_sema_suggest(struct dt_sema *s, const char *name, bool functions);

// ---- expr/index.c
/** INDEX. `create`: it is assigned to, and this is the element type of the associative array to
 *  create if there is none; or NULL. */
struct dt_node *dt_sema_index(struct dt_sema *s, struct dt_node *n, const struct dt_type *create);
/** Check and convert keys against those that the identifier has; the first use fixes them. */
bool dt_sema_keys(struct dt_sema *s, struct dt_node *n, struct dt_ident *id);

// ---- expr/member.c
struct dt_node *dt_sema_member(struct dt_sema *s, struct dt_node *n);
/** Report that the type has no member `n->name`; returns the node, poisoned. */
struct dt_node *dt_sema_no_member(struct dt_sema *s, struct dt_node *n, const struct dt_type *of);
struct dt_node *dt_sema_deref(struct dt_sema *s, struct dt_node *n);
struct dt_node *dt_sema_addrof(struct dt_sema *s, struct dt_node *n);
/** Does the node lie in a D variable (not in memory that has an address)? */
bool dt_sema_in_variable(const struct dt_node *n);

// ---- xlate.c
/** Check the translators that have not been checked yet. */
void dt_sema_translators(struct dt_sema *s);
/** The translator between the types, or NULL. */
const struct dt_translator *dt_sema_translator(struct dt_sema *s, const struct dt_type *to,
					       const struct dt_type *from);
struct dt_node *dt_sema_xlate(struct dt_sema *s, struct dt_node *n);
/** A translation that is used as a value: all of its members, or the address of such a struct,
 * which is good for as long as variables of the kind `kept` are. */
struct dt_node *dt_sema_xlate_whole(struct dt_sema *s, struct dt_node *n, enum dt_ident_kind kept);
/** The same when the operand has been checked. */
struct dt_node *dt_sema_translate(struct dt_sema *s, struct dt_node *n);
/** Member `n->name` of the translation `x`. */
struct dt_node *dt_sema_xlate_member(struct dt_sema *s, struct dt_node *n, struct dt_node *x);
/** What the translator's other members are translated from, of the operand. */
struct dt_node *dt_sema_xlate_rest(struct dt_sema *s, const struct dt_translator *t,
				   struct dt_node *operand);

// ---- provider.c
/** Check the provider declarations that have not been checked yet, and the translators. */
void dt_sema_providers(struct dt_sema *s);

// ---- expr/call.c
/** How a call stands in the program. */
enum dt_call_place {
	DT_CALL_EXPR,  // inside an expression
	DT_CALL_STMT,  // a statement of its own
	DT_CALL_DATUM, // a key, or an argument that is recorded: stack() and sym() may stand there
	DT_CALL_AGG,   // right of `@x =`
};
struct dt_node *dt_sema_call(struct dt_sema *s, struct dt_node *n, enum dt_call_place place);
/** The builtin's prototype, which is parsed once. */
const struct dt_proto *dt_sema_proto(struct dt_sema *s, const struct dt_builtin *b);
/** At the end of a statement or predicate: report a call of no value that nobody has reported. */
void dt_sema_misplaced(struct dt_sema *s);
/** A call of a subroutine with arguments that are checked already. */
struct dt_node *dt_sema_call_of(struct dt_sema *s, const char *name, struct dt_loc loc,
				struct dt_node *list);
/** Check an expression that is recorded or a key: also stack(), sym() …. */
struct dt_node *dt_sema_datum(struct dt_sema *s, struct dt_node *n);

// ---- agg.c
/** `@x[keys] = func()`, a statement. */
struct dt_node *dt_sema_agg_assign(struct dt_sema *s, struct dt_node *n);
/** "@name"; "@" for the aggregation without a name. */
const char *dt_sema_agg_text(struct dt_sema *s, const char *name);
/** An aggregation as the argument of an action; NULL ident if nothing is aggregated under it. */
struct dt_ident *dt_sema_agg_ident(struct dt_sema *s, struct dt_node *n);
/** The checks of printa() that need all keys (check/format.c). */
void dt_sema_check_printas(struct dt_sema *s);

// ---- stmt.c
void dt_sema_statements(struct dt_sema *s, struct dt_node **list);

// ---- proto.c
enum dt_param_kind {
	DT_PARAM_TYPE,
	DT_PARAM_ANY,	 // @
	DT_PARAM_AGG,	 // @agg
	DT_PARAM_MEMORY, // @memory: a pointer, or a string, whose bytes are meant
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
	bool varargs; // `...`: any more arguments, checked by the builtin itself
};
/** Parse a prototype in D syntax; a malformed one is our bug. A type that is not known here is
 *  DT_PARAM_ANY as parameter and `void *` as result. */
const struct dt_proto *dt_proto_parse(struct dt_compile *c, const char *text);

/** Hint at double quotes if a value that is no string was written in single ones; false: it was
 * not. */
bool dt_sema_hint_quotes(struct dt_sema *s, const struct dt_node *value);
/** Report that the aggregation of the INDEX has keys already. */
struct dt_node *dt_sema_agg_twice(struct dt_sema *s, struct dt_node *n);
/** Hint at what aggregates in the place of ++ and +=. */
void dt_sema_hint_count(struct dt_sema *s);
/** Hint at what has a value in the place of an aggregation. */
void dt_sema_hint_no_value(struct dt_sema *s);

#endif
