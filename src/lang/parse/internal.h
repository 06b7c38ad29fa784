/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Private to parse/: the parser's state and functions shared by its files.
 *
 * Recursive descent, one function per grammar rule. A syntax error is reported once and sets
 * `panic`. Until a rule recovers, no token matches and none is consumed. Thus every rule returns at
 * once, with a poison node if it returns a node.
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
	bool too_deep;	      // ignore the rest of the text
	size_t errors_before; // number of errors before the clause or declaration
	bool found_anything;
	bool in_members;		  // in a struct: names may be keywords
	bool in_c_header;		  // errors set panic, but are not reported
	const struct dt_map *enumerators; // of the enum being defined: name → dt_enumerator
};

// ---- parse.c: tokens, errors, nodes

void dt_parse_advance(struct dt_parser *p);
bool dt_parse_is(const struct dt_parser *p, enum dt_tok tok);
bool dt_parse_accept(struct dt_parser *p, enum dt_tok tok);
/** Consumes the token or fails. `where` completes "expected ';' WHERE". */
bool dt_parse_expect(struct dt_parser *p, enum dt_tok tok, const char *where);
/** Reports a syntax error at the current token, with ` near "token"` added. Sets panic. */
void dt_parse_fail(struct dt_parser *p, const char *fmt, ...) dt_printf_like(2, 3);
void dt_parse_hint(struct dt_parser *p, const char *fmt, ...) dt_printf_like(2, 3);
/** Reports an error other than of syntax. Does not set panic; does nothing while panic is set. */
void dt_parse_error(struct dt_parser *p, struct dt_loc loc, enum dt_tag tag, const char *fmt, ...)
    dt_printf_like(4, 5);
/** Enters a recursive rule. Returns false and sets panic if the nesting is too deep. */
bool dt_parse_enter(struct dt_parser *p);
void dt_parse_leave(struct dt_parser *p);

struct dt_node *dt_parse_node(struct dt_parser *p, enum dt_node_kind kind, struct dt_loc loc);
/** Computes the height after all children are set. Returns a poison node if the tree is too high.
 */
struct dt_node *dt_parse_finish_node(struct dt_parser *p, struct dt_node *n);
/** Appends to a list of siblings with the tail pointer *tail. */
void dt_parse_append(struct dt_node ***tail, struct dt_node *n);
/** Reports whether the token is a name. After '.' and in struct definitions keywords are names. */
bool dt_parse_is_name(const struct dt_parser *p);

// ---- probe.c

/** Splits a description by the parser's spec. Returns false if it is malformed (reported). */
bool dt_parse_probe_desc(struct dt_parser *p, const struct dt_token *t, struct dt_probe_desc *ret);

// ---- clause.c

/** Parses "a, b", a clause's descriptions. Reads the token after each of them in mode `after`. */
void dt_parse_probe_list(struct dt_parser *p, struct dt_clause *clause, enum dt_lex_mode after);
/** Parses a predicate with both '/'. Reads the token after it in mode `after`. */
struct dt_node *dt_parse_predicate(struct dt_parser *p, enum dt_lex_mode after);
/** Returns NULL after an error, which was reported. */
struct dt_clause *dt_parse_clause(struct dt_parser *p);

// ---- recover.c

/** Skips the next ';', or stops before the '}' or end that closes the current block. Ends panic.
 * Reads the token after the ';' in mode `after`. */
void dt_parse_recover(struct dt_parser *p, enum dt_lex_mode after);
/** Skips to the '/' that ends a predicate, or to a brace. Ends panic. */
void dt_parse_recover_predicate(struct dt_parser *p);
/** Skips to the start of the next clause or declaration. Ends panic. */
void dt_parse_recover_top(struct dt_parser *p);
/** Skips the declaration that begins here, including its ';'. */
void dt_parse_skip_declaration(struct dt_parser *p);

// ---- expr.c

struct dt_node *dt_parse_expression(struct dt_parser *p);
struct dt_node *dt_parse_assignment(struct dt_parser *p);
struct dt_node *dt_parse_conditional(struct dt_parser *p);

// ---- provider.c

void dt_parse_translator(struct dt_parser *p);
void dt_parse_provider(struct dt_parser *p);

// ---- origin.c

/** Parses the choices and the reason after the "=" of a static probe. */
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
	bool defines_tag; // names a struct, union or enum: needs no declarator
};

struct dt_param {
	const char *name; // or NULL
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
	const struct dt_type *type; // the element's type if is_assoc
	bool is_assoc;
	bool is_function;	 // has a parameter list; `type` is the function's type
	struct dt_params params; // keys or parameters
};

/** Parses a typedef, variables or an inline, including the ';'. */
void dt_parse_declaration(struct dt_parser *p);
void dt_parse_declspec(struct dt_parser *p, struct dt_declspec *ret);
/** Parses pointers, arrays and lists around a name and applies them to `base`. An abstract
 * declarator has no name. */
void dt_parse_declarator(struct dt_parser *p, const struct dt_type *base,
			 struct dt_declarator *ret);
/** Parses a list up to, not including, the `close` token: ")" or "]". */
void dt_parse_params(struct dt_parser *p, enum dt_tok close, struct dt_params *ret);
/** Reports duplicate names. */
void dt_parse_distinct(struct dt_parser *p, const struct dt_params *params);
/** Parses a type without a name, as in a cast. */
const struct dt_type *dt_parse_type_name(struct dt_parser *p);
/** Reports whether the token starts a type name. May look up types. */
bool dt_parse_is_type(const struct dt_parser *p, const struct dt_token *t);
/** Reports whether a variable, builtin or constant hides a type with this name. */
bool dt_parse_hides_type(const struct dt_parser *p, const char *name);

/** Reports whether the location is in a file that the preprocessor included. */
bool dt_parse_is_included(const struct dt_parser *p, struct dt_loc loc);
/** Reports whether a known type may be redeclared here, as in library files and C headers. The
 * first declaration then remains valid. */
bool dt_parse_may_repeat(const struct dt_parser *p, struct dt_loc loc);

const struct dt_type *dt_parse_struct(struct dt_parser *p, struct dt_declspec *spec);
const struct dt_type *dt_parse_enum(struct dt_parser *p, struct dt_declspec *spec);

// ---- constant.c

/** Evaluates a parsed integer constant expression. Returns false if it is not constant. */
bool dt_parse_constant(struct dt_parser *p, const struct dt_node *n, int64_t *ret);

#endif
