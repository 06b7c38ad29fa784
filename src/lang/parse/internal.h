/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The parser's state and what its files share; nobody else includes this.
 *
 * Recursive descent, one function per grammar rule. A syntax error is reported once and sets
 * `panic`: until somebody recovers, no token matches and none is consumed, so that every rule
 * returns at once, with a poison node where it returns one.
 */
#ifndef DT_LANG_PARSE_INTERNAL_H
#define DT_LANG_PARSE_INTERNAL_H

#include "lang/ident.h"
#include "lang/lex/lex.h"

struct dt_parser {
	struct dt_compile *c;
	struct dt_lexer lx;
	struct dt_token tok;
	enum dt_spec spec;
	unsigned depth;
	bool panic;
	bool too_deep;	      // give up the rest of the text
	size_t errors_before; // when the clause or declaration began
	bool found_anything;
	bool in_members;		  // of a struct: names may be keywords
	bool in_c_header;		  // mistakes are not reported, but panic
	const struct dt_map *enumerators; // of the enum that is being defined: name → dt_enumerator
};

// ---- parse.c: tokens, errors, nodes

void dt_parse_advance(struct dt_parser *p);
bool dt_parse_is(const struct dt_parser *p, enum dt_tok tok);
bool dt_parse_accept(struct dt_parser *p, enum dt_tok tok);
/** Consume the token or fail; `where` completes "expected ';' WHERE". */
bool dt_parse_expect(struct dt_parser *p, enum dt_tok tok, const char *where);
/** Syntax error at the current token; ` near "token"` is added. Sets panic. */
void dt_parse_fail(struct dt_parser *p, const char *fmt, ...) dt_printf_like(2, 3);
void dt_parse_hint(struct dt_parser *p, const char *fmt, ...) dt_printf_like(2, 3);
/** An error other than of syntax; does not set panic, is silent while it is set. */
void dt_parse_error(struct dt_parser *p, struct dt_loc loc, enum dt_tag tag, const char *fmt, ...)
    dt_printf_like(4, 5);
/** Enter and leave a rule that recurses; false (and panic) if that is too deep. */
bool dt_parse_enter(struct dt_parser *p);
void dt_parse_leave(struct dt_parser *p);

struct dt_node *dt_parse_node(struct dt_parser *p, enum dt_node_kind kind, struct dt_loc loc);
/** Compute the height once all children are set; a poison node if the tree is too high. */
struct dt_node *dt_parse_finish_node(struct dt_parser *p, struct dt_node *n);
/** Append to a list of siblings whose tail pointer is *tail. */
void dt_parse_append(struct dt_node ***tail, struct dt_node *n);
/** A name as written: after '.' and in struct definitions keywords are names, too. */
bool dt_parse_is_name(const struct dt_parser *p);

// ---- probe.c

/** Split a description by the parser's spec; false if it is malformed (reported). */
bool dt_parse_probe_desc(struct dt_parser *p, const struct dt_token *t, struct dt_probe_desc *ret);

// ---- clause.c

/** "a, b": a clause's descriptions. What follows each of them is read in the mode. */
void dt_parse_probe_list(struct dt_parser *p, struct dt_clause *clause, enum dt_lex_mode after);
/** From the '/' to what follows the second one, which is read in the mode. */
struct dt_node *dt_parse_predicate(struct dt_parser *p, enum dt_lex_mode after);
/** NULL if it is no clause, which was reported. */
struct dt_clause *dt_parse_clause(struct dt_parser *p);

// ---- recover.c

/** Skip to behind the next ';', or up to the '}' or end that closes what we are in; ends panic.
 *  What follows the ';' is read in the mode. */
void dt_parse_recover(struct dt_parser *p, enum dt_lex_mode after);
/** Skip to the '/' that ends a predicate, or to a brace; ends panic. */
void dt_parse_recover_predicate(struct dt_parser *p);
/** Skip to where the next clause or declaration begins; ends panic. */
void dt_parse_recover_top(struct dt_parser *p);
/** Skip to behind the ';' that ends the declaration which begins here. */
void dt_parse_skip_declaration(struct dt_parser *p);

// ---- expr.c

struct dt_node *dt_parse_expression(struct dt_parser *p);
struct dt_node *dt_parse_assignment(struct dt_parser *p);
struct dt_node *dt_parse_conditional(struct dt_parser *p);

// ---- provider.c

void dt_parse_translator(struct dt_parser *p);
void dt_parse_provider(struct dt_parser *p);

// ---- origin.c

/** What stands behind the "=" of a static probe: its choices and the reason. */
void dt_parse_choices(struct dt_parser *p, struct dt_provider_probe *probe);

// ---- type.c, tag.c, decl.c: types and declarations

enum dt_storage_class {
	DT_SC_NONE,
	DT_SC_AUTO,
	DT_SC_REGISTER,
	DT_SC_STATIC,
	DT_SC_EXTERN,
	DT_SC_TYPEDEF,
	DT_SC_SELF,
	DT_SC_THIS,
	DT_SC_INLINE,
};

struct dt_declspec {
	enum dt_storage_class storage;
	const struct dt_type *type; // never NULL; poison if wrong
	struct dt_loc loc;
	bool defines_tag; // names a struct, union or enum: may stand without a declarator
};

struct dt_param {
	const char *name; // NULL if it has none
	const struct dt_type *type;
	struct dt_loc loc;
};
struct dt_params {
	struct dt_param *list;
	size_t n;
	bool varargs;
};

struct dt_declarator {
	const char *name; // NULL if abstract
	struct dt_loc loc;
	const struct dt_type *type; // of an element, if is_assoc
	bool is_assoc;
	bool is_function;	 // declared with a parameter list; then type is the function's
	struct dt_params params; // keys or parameters
};

/** typedef, variables, inline; up to and including the ';'. */
void dt_parse_declaration(struct dt_parser *p);
void dt_parse_declspec(struct dt_parser *p, struct dt_declspec *ret);
/** `base` with the pointers, arrays and lists around a name, which an abstract one lacks. */
void dt_parse_declarator(struct dt_parser *p, const struct dt_type *base,
			 struct dt_declarator *ret);
/** "(" [list] ")" or "[" list "]": up to, not including `close`. */
void dt_parse_params(struct dt_parser *p, enum dt_tok close, struct dt_params *ret);
/** Report names that occur twice. */
void dt_parse_distinct(struct dt_parser *p, const struct dt_params *params);
/** A type without a name, as in a cast. */
const struct dt_type *dt_parse_type_name(struct dt_parser *p);
/** Does the token start a type name? Looks types up. */
bool dt_parse_is_type(const struct dt_parser *p, const struct dt_token *t);
/** Is the name a variable, builtin or constant that hides a type of the name? */
bool dt_parse_hides_type(const struct dt_parser *p, const char *name);

/** Is the place in a file that the preprocessor has included? */
bool dt_parse_is_included(const struct dt_parser *p, struct dt_loc loc);
/** May a type be declared here that is known already? Library files and C headers do; the first one
 * stays. */
bool dt_parse_may_repeat(const struct dt_parser *p, struct dt_loc loc);

const struct dt_type *dt_parse_struct(struct dt_parser *p, struct dt_declspec *spec);
const struct dt_type *dt_parse_enum(struct dt_parser *p, struct dt_declspec *spec);

// ---- constant.c

/** Evaluate a parsed integer constant expression. */
bool dt_parse_constant(struct dt_parser *p, const struct dt_node *n, int64_t *ret);

#endif
