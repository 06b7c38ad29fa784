/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads blanks, comments, words, operators and probe descriptions. literal.c reads literals and
 * macro references, pragma.c control lines.
 *
 * Two rules of D need more than one character of look-ahead. First, outside clauses a word is a
 * probe description, which may contain glob characters, unless it is a keyword of declarations or a
 * type name before a declarator. A word, '*' or '(' never follows a description, so in most cases
 * no type is looked up (which may read the kernel's type data). Second, a '/' in a predicate closes
 * it if '{', ';', '/' or the end comes next.
 *
 * Every byte, including NUL and bytes above 0x7f, is read a bounded number of times.
 */
#include "lang/lex/lex.h"

#include <ctype.h>
#include <string.h>

void dt_lex_init(struct dt_lexer *lx, struct dt_compile *c, const struct dt_source *src)
{
	*lx = (struct dt_lexer){.c = c, .source = src, .line = 1, .at_line_start = true};
	if (src->len >= 2 && !memcmp(src->text, "#!", 2))
		while (lx->pos < src->len && src->text[lx->pos] != '\n')
			lx->pos++;
}

static char peek_char(const struct dt_lexer *lx, size_t ahead)
{
	return lx->pos + ahead < lx->source->len ? lx->source->text[lx->pos + ahead] : '\0';
}

static bool at_end(const struct dt_lexer *lx)
{
	return lx->pos >= lx->source->len;
}

static void begin_line(struct dt_lexer *lx)
{
	lx->line++;
	lx->line_start = lx->pos;
	lx->at_line_start = true;
}

/* Skips a block comment. Returns false if it does not end. */
static bool skip_comment(struct dt_lexer *lx)
{
	struct dt_loc start = dt_lex_loc(lx, lx->pos, 2);

	lx->pos += 2;
	while (!at_end(lx)) {
		if (peek_char(lx, 0) == '*' && peek_char(lx, 1) == '/') {
			lx->pos += 2;
			return true;
		}
		if (lx->source->text[lx->pos++] == '\n')
			begin_line(lx);
	}
	dt_lex_error(lx, start, D_SYNTAX, "end-of-file encountered before matching */");
	dt_lex_hint(lx, "the comment that begins here has no end");
	return false;
}

static void skip_line_comment(struct dt_lexer *lx)
{
	dt_lex_error(lx, dt_lex_loc(lx, lx->pos, 2), D_SYNTAX, "syntax error near \"//\"");
	dt_lex_hint(lx, "comments in D are written /* like this */");
	while (!at_end(lx) && peek_char(lx, 0) != '\n')
		lx->pos++;
}

/* Reports whether a line comment starts here. In a predicate, "//" + "*" is its end and a comment.
 */
static bool is_line_comment(const struct dt_lexer *lx)
{
	return peek_char(lx, 0) == '/' && peek_char(lx, 1) == '/' &&
	       !(lx->in_predicate && peek_char(lx, 2) == '*');
}

/* Skips blanks, comments and control lines. Returns false after a comment without an end. */
static bool skip_blanks(struct dt_lexer *lx)
{
	while (!at_end(lx)) {
		char c = peek_char(lx, 0);

		if (c == '\n') {
			lx->pos++;
			begin_line(lx);
		} else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
			lx->pos++;
		} else if (c == '/' && peek_char(lx, 1) == '*') {
			if (!skip_comment(lx))
				return false;
		} else if (is_line_comment(lx)) {
			skip_line_comment(lx);
		} else if (c == '#' && lx->at_line_start) {
			dt_lex_control(lx);
		} else {
			break;
		}
	}
	lx->at_line_start = false;
	return true;
}

// ---- words and probe descriptions

static size_t ident_len(const struct dt_lexer *lx)
{
	size_t n = 0;

	while (lx->pos + n < lx->source->len && dt_lex_is_ident(peek_char(lx, n)))
		n++;
	return n;
}

/* Library names contain '+', '@' and '^' (libstdc++, symbol versions), C++ destructors '~', Go
 * names bytes above 0x7f. */
static bool is_pspec_char(char c)
{
	return isalnum((unsigned char)c) || (unsigned char)c >= 0x80 ||
	       (c && strchr("-_.`?*\\[]!:$+@^~", c));
}

/* Returns the next byte after `ahead` bytes, skipping blanks, comments and line ends. */
static char next_visible(const struct dt_lexer *lx, size_t ahead)
{
	struct dt_lexer ahead_lexer = *lx;

	ahead_lexer.is_peeking = true;
	ahead_lexer.pos += ahead;
	return skip_blanks(&ahead_lexer) ? peek_char(&ahead_lexer, 0) : '\0';
}

/* Reports whether a declaration starts here. Its first word has `len` bytes. */
static bool is_declaration(const struct dt_lexer *lx, size_t len, const struct dt_token *word)
{
	size_t stars = 0;

	while (peek_char(lx, len + stars) == '*')
		stars++;
	for (size_t i = len; is_pspec_char(peek_char(lx, i)); i++)
		if (peek_char(lx, i) != '*' && (!stars || !dt_lex_is_ident(peek_char(lx, i))))
			return false;
	if (dt_tok_keyword_flags(word->kind) & DT_KF_DECL)
		return true;
	if (word->kind != DT_TOK_IDENT)
		return false;

	char next = next_visible(lx, len + stars);
	if (!dt_lex_is_ident_start(next) && (stars || (next != '*' && next != '(')))
		return false;
	return dt_type_lookup(lx->c->types, DT_TYPE_TYPEDEF, word->text);
}

/* Appends the value of the macro reference at lx->pos. Returns false if it is undefined. */
static bool append_macro(struct dt_lexer *lx, struct dt_str *text)
{
	size_t len;
	const char *value = dt_lex_macro_text(lx, lx->source->text + lx->pos, &len);

	if (value)
		dt_str_append(text, value);
	lx->pos += len;
	return value;
}

static void lex_pspec(struct dt_lexer *lx, struct dt_token *t)
{
	dt_cleanup(dt_str_deinit) struct dt_str text = {0};
	const char *undefined = NULL;
	size_t start = lx->pos;

	while (!at_end(lx) && is_pspec_char(peek_char(lx, 0))) {
		if (peek_char(lx, 0) == '$' &&
		    (peek_char(lx, 1) == '$' || dt_lex_is_ident(peek_char(lx, 1)))) {
			const char *ref = lx->source->text + lx->pos;

			if (!append_macro(lx, &text))
				undefined = ref;
		} else {
			dt_str_append_c(&text, peek_char(lx, 0));
			lx->pos++;
		}
	}
	t->kind = DT_TOK_PSPEC;
	t->text = NULL;
	if (!undefined) {
		t->text = dt_intern_n(lx->c->names, dt_str_text(&text), text.len);
		t->len = text.len;
	} else {
		size_t shown = lx->pos - start < 128 ? lx->pos - start : 128, len;

		dt_lex_error(lx, dt_lex_loc(lx, start, lx->pos - start), D_PDESC_INVAL,
			     "\"%.*s\": Undefined macro variable in probe description", (int)shown,
			     lx->source->text + start);
		dt_lex_macro_text(lx, undefined, &len);
		dt_lex_hint_macro(lx, undefined, len);
	}
}

/* Reads a word at the top level: the keyword or type name of a declaration, or a description. */
static void lex_top_word(struct dt_lexer *lx, struct dt_token *t)
{
	size_t len = ident_len(lx);

	if (len && dt_lex_is_ident_start(peek_char(lx, 0)) && lx->mode == DT_LEX_TOP) {
		dt_lex_word(lx, t, lx->source->text + lx->pos, len);
		if (is_declaration(lx, len, t)) {
			lx->pos += len;
			return;
		}
	}
	lex_pspec(lx, t);
}

// ---- operators

/* Longest first, so that the first match is the token. */
static const struct {
	const char *text;
	enum dt_tok tok;
} operators[] = {
    {"<<=", DT_TOK_SHL_ASSIGN}, {">>=", DT_TOK_SHR_ASSIGN}, {"...", DT_TOK_ELLIPSIS},
    {"->", DT_TOK_ARROW},	{"++", DT_TOK_INC},	    {"--", DT_TOK_DEC},
    {"<<", DT_TOK_SHL},		{">>", DT_TOK_SHR},	    {"<=", DT_TOK_LE},
    {">=", DT_TOK_GE},		{"==", DT_TOK_EQ},	    {"!=", DT_TOK_NE},
    {"&&", DT_TOK_LAND},	{"||", DT_TOK_LOR},	    {"^^", DT_TOK_LXOR},
    {"+=", DT_TOK_ADD_ASSIGN},	{"-=", DT_TOK_SUB_ASSIGN},  {"*=", DT_TOK_MUL_ASSIGN},
    {"/=", DT_TOK_DIV_ASSIGN},	{"%=", DT_TOK_MOD_ASSIGN},  {"&=", DT_TOK_AND_ASSIGN},
    {"|=", DT_TOK_OR_ASSIGN},	{"^=", DT_TOK_XOR_ASSIGN},  {"{", DT_TOK_LBRACE},
    {"}", DT_TOK_RBRACE},	{"(", DT_TOK_LPAREN},	    {")", DT_TOK_RPAREN},
    {"[", DT_TOK_LBRACKET},	{"]", DT_TOK_RBRACKET},	    {";", DT_TOK_SEMI},
    {",", DT_TOK_COMMA},	{".", DT_TOK_DOT},	    {"?", DT_TOK_QUESTION},
    {":", DT_TOK_COLON},	{"+", DT_TOK_ADD},	    {"-", DT_TOK_SUB},
    {"*", DT_TOK_MUL},		{"/", DT_TOK_DIV},	    {"%", DT_TOK_MOD},
    {"&", DT_TOK_AND},		{"|", DT_TOK_OR},	    {"^", DT_TOK_XOR},
    {"<", DT_TOK_LT},		{">", DT_TOK_GT},	    {"~", DT_TOK_NOT},
    {"!", DT_TOK_LNOT},		{"=", DT_TOK_ASSIGN},
};

/* Reports whether the '/' here closes the predicate. No operand begins with a token that may follow
 * a predicate. */
static bool closes_predicate(const struct dt_lexer *lx)
{
	if (!lx->in_predicate || lx->brackets)
		return false;

	size_t i = lx->pos + 1;
	while (i < lx->source->len && isspace((unsigned char)lx->source->text[i]))
		i++;
	const char *next = lx->source->text + i;
	return i == lx->source->len || (*next && strchr("{;/,", *next)) ||
	       (!strncmp(next, "else", 4) && !dt_lex_is_ident(next[4]));
}

static void count_brackets(struct dt_lexer *lx, enum dt_tok tok)
{
	if (tok == DT_TOK_LPAREN || tok == DT_TOK_LBRACKET)
		lx->brackets++;
	else if ((tok == DT_TOK_RPAREN || tok == DT_TOK_RBRACKET) && lx->brackets)
		lx->brackets--;
}

static void lex_operator(struct dt_lexer *lx, struct dt_token *t)
{
	const char *p = lx->source->text + lx->pos;

	if (*p == '/' && closes_predicate(lx)) {
		t->kind = DT_TOK_EPRED;
		lx->pos++;
		return;
	}
	for (size_t i = 0; i < dt_array_len(operators); i++) {
		size_t len = strlen(operators[i].text);

		if (operators[i].text[0] == *p && !strncmp(p, operators[i].text, len)) {
			t->kind = operators[i].tok;
			lx->pos += len;
			count_brackets(lx, t->kind);
			return;
		}
	}
	t->kind = DT_TOK_ERROR;
	if (isprint((unsigned char)*p))
		dt_lex_error(lx, dt_lex_loc(lx, lx->pos, 1), D_SYNTAX, "syntax error near \"%c\"",
			     *p);
	else
		dt_lex_error(lx, dt_lex_loc(lx, lx->pos, 1), D_SYNTAX,
			     "invalid byte 0x%02x in the program text", (unsigned char)*p);
	lx->pos++;
	while ((unsigned char)*p >= 0x80 && (unsigned char)peek_char(lx, 0) >= 0x80)
		lx->pos++; // the rest of a UTF-8 sequence, or binary data
}

static void lex_agg(struct dt_lexer *lx, struct dt_token *t)
{
	lx->pos++;

	size_t len = dt_lex_is_ident_start(peek_char(lx, 0)) ? ident_len(lx) : 0;
	t->kind = DT_TOK_AGG;
	t->text = len ? dt_intern_n(lx->c->names, lx->source->text + lx->pos, len)
		      : dt_intern(lx->c->names, "_");
	t->len = len ? len : 1;
	lx->pos += len;
}

struct dt_token dt_lex_next(struct dt_lexer *lx)
{
	struct dt_token t = {0};
	bool ok = skip_blanks(lx);
	size_t start = lx->pos;
	char c = peek_char(lx, 0);

	t.loc = dt_lex_loc(lx, start, 0);
	if (!ok)
		t.kind = DT_TOK_ERROR;
	else if (at_end(lx))
		t.kind = DT_TOK_EOF;
	else if (lx->mode != DT_LEX_EXPR && is_pspec_char(c) && c != '@')
		lex_top_word(lx, &t);
	else if (dt_lex_is_ident_start(c)) {
		size_t len = ident_len(lx);

		dt_lex_word(lx, &t, lx->source->text + start, len);
		lx->pos += len;
	} else if (isdigit((unsigned char)c) ||
		   (c == '.' && isdigit((unsigned char)peek_char(lx, 1))))
		dt_lex_number(lx, &t);
	else if (c == '"')
		dt_lex_string(lx, &t);
	else if (c == '\'')
		dt_lex_char(lx, &t);
	else if (c == '$')
		dt_lex_macro(lx, &t);
	else if (c == '@')
		lex_agg(lx, &t);
	else
		lex_operator(lx, &t);
	t.loc.length = (uint32_t)(lx->pos - start);
	return t;
}
