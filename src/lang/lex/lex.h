/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The lexer: from text to tokens, one at a time, no token is stored.
 *
 * What a token is depends on where it stands, so the parser tells the lexer before it asks for the
 * next one: `mode` (outside clauses a word is a probe description unless it starts a declaration)
 * and `in_predicate` (a '/' may close it). Control lines, comments and macro arguments never reach
 * the parser. A lexical mistake is reported here; the parser then gets a substitute token or
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

/** What a keyword may do; more than one may apply. */
enum dt_keyword_flag {
	DT_KF_DECL = 1,	    // starts a declaration at the top level
	DT_KF_TYPE = 2,	    // starts a type name
	DT_KF_RESERVED = 4, // has no meaning in D
	DT_KF_TOP = 8,	    // a keyword at the top level only, elsewhere a name: scripts use it
};

struct dt_token {
	enum dt_tok kind;
	struct dt_loc loc;
	const char *text; // interned where it is a name
	size_t len;
	uint64_t value;
	const struct dt_type *type;
	bool is_no_target; // INT: $target, and there is none
};

enum dt_lex_mode {
	DT_LEX_TOP,   // words start declarations or are probe descriptions
	DT_LEX_PSPEC, // words are probe descriptions
	DT_LEX_EXPR,  // everything else
};

/** A copy, with is_peeking set, looks ahead without consequence. */
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

/** The spelling of a fixed token ("<<=", "sizeof"), or what to call the others ("identifier"). */
const char *dt_tok_text(enum dt_tok tok);
/** enum dt_keyword_flag of a keyword, 0 for other tokens. */
unsigned dt_tok_keyword_flags(enum dt_tok tok);

// ---- what the files share: report.c, token.c, literal.c, pragma.c

/** The location of bytes [from, from + len). `from` lies in the current line or later. */
struct dt_loc dt_lex_loc(const struct dt_lexer *lx, size_t from, size_t len);
/** Report, unless the lexer looks ahead or recovers. */
void dt_lex_error(struct dt_lexer *lx, struct dt_loc loc, enum dt_tag tag, const char *fmt, ...)
    dt_printf_like(4, 5);
void dt_lex_hint(struct dt_lexer *lx, const char *fmt, ...) dt_printf_like(2, 3);

bool dt_lex_is_ident_start(char c);
bool dt_lex_is_ident(char c);
/** A word as a token: a keyword or an identifier. */
void dt_lex_word(struct dt_lexer *lx, struct dt_token *t, const char *word, size_t len);

/** Literals and macros; `lx->pos` is at the first byte, and after the last one on return. */
void dt_lex_number(struct dt_lexer *lx, struct dt_token *t);
void dt_lex_string(struct dt_lexer *lx, struct dt_token *t);
void dt_lex_char(struct dt_lexer *lx, struct dt_token *t);
void dt_lex_macro(struct dt_lexer *lx, struct dt_token *t);
/** The text that a macro reference stands for, NULL if it is undefined (nothing is reported). On
 *  return *len is the length of the reference itself, from `text` on. */
const char *dt_lex_macro_text(struct dt_lexer *lx, const char *text, size_t *len);
/** Is the reference one to an argument of the command line: $1, $$1? */
bool dt_lex_is_argument(const char *ref);
/** Such a one is not there: where it belongs. */
void dt_lex_hint_arguments(struct dt_lexer *lx);
/** Parse the digits and suffix of an integer; a mistake is reported at `loc`. */
void dt_lex_integer(struct dt_lexer *lx, struct dt_token *t, const char *text, size_t len);

/** The control line that begins with the '#' at lx->pos; consumes it up to its newline. */
void dt_lex_control(struct dt_lexer *lx);

#endif
