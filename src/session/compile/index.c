/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the names that a file of the D library declares. The lexer runs over the file, and the
 * order of tokens outside brackets gives their meaning. Nothing is parsed, and no type is looked
 * up.
 */
#include "session/compile/index.h"

#include "lang/lex/lex.h"

#include <string.h>

/* A declaration at the top level of a file, as far as it has been read. */
struct declaration {
	struct dt_index *index;
	enum dt_tok first, previous;
	const char *last;    // last identifier outside all brackets
	const char *tag;     // the identifier after struct, union or enum
	bool is_enum;	     // the last of these keywords was enum
	bool is_named;	     // the current declarator has its name
	unsigned nest, body; // number of open brackets; nesting of an enum's body, 0: none
};

static void add_name(struct declaration *d, const char *name)
{
	if (name)
		dt_map_put_str(&d->index->names, name, d->index);
}

static void end_declaration(struct declaration *d)
{
	*d = (struct declaration){.index = d->index};
}

static void open_bracket(struct declaration *d, enum dt_tok tok)
{
	bool is_tag = d->tag && d->previous == DT_TOK_IDENT;

	if (!d->nest && tok == DT_TOK_LBRACE) {
		if (is_tag)
			add_name(d, d->tag);
		if (d->is_enum)
			d->body = 1;
	}
	if (!d->nest && tok == DT_TOK_LBRACKET && !d->is_named) {
		add_name(d, d->last);
		d->is_named = true;
	}
	d->nest++;
}

static void close_bracket(struct declaration *d, enum dt_tok tok)
{
	if (d->nest)
		d->nest--;
	if (d->nest || tok != DT_TOK_RBRACE)
		return;
	d->last = d->tag = NULL;
	d->body = 0;
	if (d->first == DT_KEY_TRANSLATOR || d->first == DT_KEY_PROVIDER)
		end_declaration(d);
}

/** Handles an identifier: a tag, an enumerator, or possibly the declarator's name. */
static void handle_identifier(struct declaration *d, const char *name)
{
	bool begins_item = d->previous == DT_TOK_LBRACE || d->previous == DT_TOK_COMMA;

	if (d->body && d->nest == d->body && begins_item)
		add_name(d, name);
	if (d->nest)
		return;
	if (d->previous == DT_TOK_IDENT && d->last && !strcmp(d->last, "provider"))
		dt_map_put_str(&d->index->providers, name, d->index);
	d->last = name;
	if (d->previous == DT_KEY_STRUCT || d->previous == DT_KEY_UNION ||
	    d->previous == DT_KEY_ENUM) {
		d->tag = name;
		d->is_enum = d->previous == DT_KEY_ENUM;
	}
}

/** Handles a token outside all brackets, which may end a name. */
static void handle_punctuation(struct declaration *d, enum dt_tok tok)
{
	bool ends_name = tok == DT_TOK_SEMI || tok == DT_TOK_COMMA || tok == DT_TOK_ASSIGN ||
			 (tok == DT_TOK_LT && d->first == DT_KEY_TRANSLATOR);

	if (tok == DT_KEY_ENUM)
		d->is_enum = true;
	if (ends_name && !d->is_named)
		add_name(d, d->last);
	// Tokens after the name, such as an inline's value, declare nothing.
	if (ends_name)
		d->is_named = tok != DT_TOK_COMMA;
	if (tok == DT_TOK_SEMI)
		end_declaration(d);
}

static void take_token(struct declaration *d, const struct dt_token *t)
{
	enum dt_tok tok = t->kind;

	if (!d->first)
		d->first = tok;
	if (tok == DT_TOK_IDENT)
		handle_identifier(d, t->text);
	else if (tok == DT_TOK_LBRACE || tok == DT_TOK_LPAREN || tok == DT_TOK_LBRACKET)
		open_bracket(d, tok);
	else if (tok == DT_TOK_RBRACE || tok == DT_TOK_RPAREN || tok == DT_TOK_RBRACKET)
		close_bracket(d, tok);
	else if (!d->nest)
		handle_punctuation(d, tok);
	d->previous = tok;
}

void dt_index_make(struct dt_index *ret, struct dt_compile *c, const struct dt_source *src)
{
	struct declaration d = {.index = ret};
	struct dt_lexer lx;

	dt_lex_init(&lx, c, src);
	lx.mode = DT_LEX_EXPR;
	lx.is_peeking = true;
	for (struct dt_token t = dt_lex_next(&lx); t.kind != DT_TOK_EOF; t = dt_lex_next(&lx))
		take_token(&d, &t);
}

void dt_index_deinit(struct dt_index *i)
{
	dt_map_deinit(&i->names);
	dt_map_deinit(&i->providers);
}
