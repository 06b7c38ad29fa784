/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The lexer: converts text to tokens, one at a time, without storing any.
 *
 * The kind of a token depends on its context, so the parser sets two members before it requests the
 * next one: `mode` (outside clauses a word is a probe description unless it starts a declaration)
 * and `in_predicate` (a '/' may close it). Control lines, comments and macro arguments never reach
 * the parser. The lexer reports lexical errors. The parser then gets a substitute token or
 * DT_TOK_ERROR, which it must not report again.
 *
 * Source: the illumos DTrace guide, "Types, Operators, and Expressions" and "D Program Structure".
 */
#ifndef DT_LANG_LEX_LEX_H
#define DT_LANG_LEX_LEX_H

#include "lang/compile.h"

enum dt_tok {
	DT_TOK_EOF,
	DT_TOK_ERROR,
	DT_TOK_IDENT,  // text; may contain backticks
	DT_TOK_INT,    // value, type
	DT_TOK_STRING, // text, len
	DT_TOK_AGG,    // text without '@', "_" if bare
	DT_TOK_PSPEC,  // text, macros expanded; NULL if one is undefined (reported)
	DT_TOK_EPRED,  // the '/' that closes a predicate

	DT_TOK_LBRACE,
	DT_TOK_RBRACE,
	DT_TOK_LPAREN,
	DT_TOK_RPAREN,
	DT_TOK_LBRACKET,
	DT_TOK_RBRACKET,
	DT_TOK_SEMI,
	DT_TOK_COMMA,
	DT_TOK_DOT,
	DT_TOK_ELLIPSIS,
	DT_TOK_ARROW,
	DT_TOK_QUESTION,
	DT_TOK_COLON,
	DT_TOK_ADD,
	DT_TOK_SUB,
	DT_TOK_MUL,
	DT_TOK_DIV,
	DT_TOK_MOD,
	DT_TOK_AND,
	DT_TOK_OR,
	DT_TOK_XOR,
	DT_TOK_SHL,
	DT_TOK_SHR,
	DT_TOK_EQ,
	DT_TOK_NE,
	DT_TOK_LT,
	DT_TOK_LE,
	DT_TOK_GT,
	DT_TOK_GE,
	DT_TOK_LAND,
	DT_TOK_LOR,
	DT_TOK_LXOR,
	DT_TOK_NOT,
	DT_TOK_LNOT,
	DT_TOK_INC,
	DT_TOK_DEC,
	DT_TOK_ASSIGN,
	DT_TOK_ADD_ASSIGN,
	DT_TOK_SUB_ASSIGN,
	DT_TOK_MUL_ASSIGN,
	DT_TOK_DIV_ASSIGN,
	DT_TOK_MOD_ASSIGN,
	DT_TOK_AND_ASSIGN,
	DT_TOK_OR_ASSIGN,
	DT_TOK_XOR_ASSIGN,
	DT_TOK_SHL_ASSIGN,
	DT_TOK_SHR_ASSIGN,

	DT_TOK_FIRST_KEYWORD,
	DT_KEY_AUTO = DT_TOK_FIRST_KEYWORD,
	DT_KEY_BREAK,
	DT_KEY_CASE,
	DT_KEY_CHAR,
	DT_KEY_CONST,
	DT_KEY_CONTINUE,
	DT_KEY_COUNTER,
	DT_KEY_DEFAULT,
	DT_KEY_DO,
	DT_KEY_DOUBLE,
	DT_KEY_ELSE,
	DT_KEY_ENUM,
	DT_KEY_EXTERN,
	DT_KEY_FLOAT,
	DT_KEY_FOR,
	DT_KEY_GOTO,
	DT_KEY_IF,
	DT_KEY_IMPORT,
	DT_KEY_INLINE,
	DT_KEY_INT,
	DT_KEY_LONG,
	DT_KEY_OFFSETOF,
	DT_KEY_PROBE,
	DT_KEY_PROVIDER,
	DT_KEY_REGISTER,
	DT_KEY_RESTRICT,
	DT_KEY_RETURN,
	DT_KEY_SELF,
	DT_KEY_SHORT,
	DT_KEY_SIGNED,
	DT_KEY_SIZEOF,
	DT_KEY_STATIC,
	DT_KEY_STRING,
	DT_KEY_STRINGOF,
	DT_KEY_STRUCT,
	DT_KEY_SWITCH,
	DT_KEY_THIS,
	DT_KEY_TRANSLATOR,
	DT_KEY_TYPEDEF,
	DT_KEY_UNION,
	DT_KEY_UNSIGNED,
	DT_KEY_USERLAND,
	DT_KEY_VOID,
	DT_KEY_VOLATILE,
	DT_KEY_WHILE,
	DT_KEY_XLATE,
	DT_N_TOKS
};

/** Uses of a keyword; they may be combined. */
enum dt_keyword_flag {
	DT_KF_DECL = 1,	    // starts a declaration at the top level
	DT_KF_TYPE = 2,	    // starts a type name
	DT_KF_RESERVED = 4, // has no meaning in D
	DT_KF_TOP = 8,	    // a keyword at the top level only; elsewhere a name that scripts use
};

struct dt_token {
	enum dt_tok kind;
	struct dt_loc loc;
	const char *text; // interned if it is a name
	size_t len;
	uint64_t value;
	const struct dt_type *type;
	bool is_no_target; // INT: $target, but there is no target
};

enum dt_lex_mode {
	DT_LEX_TOP,   // words start declarations or are probe descriptions
	DT_LEX_PSPEC, // words are probe descriptions
	DT_LEX_EXPR,  // everything else
};

/** State of the lexer. To look ahead without side effects, copy it and set is_peeking. */
struct dt_lexer {
	struct dt_compile *c;
	const struct dt_source *source;
	const char *file; // of the last #line, or NULL
	size_t pos;
	size_t line_start; // offset of the first byte of the line
	uint32_t line;
	enum dt_lex_mode mode;
	bool in_predicate;
	unsigned brackets;  // open ( and [ since the predicate began
	bool at_line_start; // only blanks since the last newline
	bool is_peeking;    // looking ahead: no diagnostics, no effects
	bool is_skipping;   // recovering from a syntax error: no diagnostics
};

void dt_lex_init(struct dt_lexer *lx, struct dt_compile *c, const struct dt_source *src);
struct dt_token dt_lex_next(struct dt_lexer *lx);

/** Returns the spelling of a fixed token ("<<=", "sizeof"), or a word for others ("identifier"). */
const char *dt_tok_text(enum dt_tok tok);
/** Returns the enum dt_keyword_flag of a keyword, 0 for other tokens. */
unsigned dt_tok_keyword_flags(enum dt_tok tok);

// ---- shared by the files of the lexer: report.c, token.c, literal.c, pragma.c

/** Returns the location of bytes [from, from + len). `from` is in the current line or later. */
struct dt_loc dt_lex_loc(const struct dt_lexer *lx, size_t from, size_t len);
/** Reports an error, unless the lexer is looking ahead or recovering. */
void dt_lex_error(struct dt_lexer *lx, struct dt_loc loc, enum dt_tag tag, const char *fmt, ...)
    dt_printf_like(4, 5);
void dt_lex_hint(struct dt_lexer *lx, const char *fmt, ...) dt_printf_like(2, 3);

bool dt_lex_is_ident_start(char c);
bool dt_lex_is_ident(char c);
/** Makes a token of a word: a keyword or an identifier. */
void dt_lex_word(struct dt_lexer *lx, struct dt_token *t, const char *word, size_t len);

/** These read literals and macros from lx->pos on, and advance lx->pos beyond the last byte. */
void dt_lex_number(struct dt_lexer *lx, struct dt_token *t);
void dt_lex_string(struct dt_lexer *lx, struct dt_token *t);
void dt_lex_char(struct dt_lexer *lx, struct dt_token *t);
void dt_lex_macro(struct dt_lexer *lx, struct dt_token *t);
/** Returns the value of a macro reference, or NULL if it is undefined (not reported). Writes the
 * length of the reference, from `text` on, to *len. */
const char *dt_lex_macro_text(struct dt_lexer *lx, const char *text, size_t *len);
/** Reports whether the reference is to a command-line argument: $1, $$1. */
bool dt_lex_is_argument(const char *ref);
/** Adds a hint for an undefined macro reference of `len` characters. */
void dt_lex_hint_macro(struct dt_lexer *lx, const char *ref, size_t len);
/** Parses the digits and suffix of an integer. Reports errors at t->loc. */
void dt_lex_integer(struct dt_lexer *lx, struct dt_token *t, const char *text, size_t len);

/** Processes the control line whose '#' is at lx->pos. Consumes it up to its newline. */
void dt_lex_control(struct dt_lexer *lx);

#endif
