/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Recovery from syntax errors, so that one run reports several. In the body of a clause the parser
 * skips the rest of the statement, otherwise the rest of the clause or declaration.
 *
 * A '}' in the first column always ends a clause: a missing brace costs one clause, not the rest of
 * the file.
 */
#include "lang/parse/internal.h"

static void skip_token(struct dt_parser *p)
{
	p->tok = dt_lex_next(&p->lx);
}

/* Skips the ( … ) of a `for`, whose ';' do not end statements, or stops at a brace. */
static void skip_loop_head(struct dt_parser *p)
{
	unsigned depth = 0;

	do {
		skip_token(p);
		depth += p->tok.kind == DT_TOK_LPAREN;
		depth -= depth && p->tok.kind == DT_TOK_RPAREN;
	} while (depth && p->tok.kind != DT_TOK_EOF && p->tok.kind != DT_TOK_LBRACE &&
		 p->tok.kind != DT_TOK_RBRACE);
}

void dt_parse_recover(struct dt_parser *p, enum dt_lex_mode after)
{
	unsigned depth = 0;

	p->panic = false;
	p->lx.is_skipping = true;
	p->lx.mode = DT_LEX_EXPR;
	p->lx.in_predicate = false;
	if (p->tok.kind == DT_KEY_FOR)
		skip_loop_head(p);
	for (; p->tok.kind != DT_TOK_EOF; skip_token(p)) {
		if (p->tok.kind == DT_TOK_LBRACE) {
			depth++;
		} else if (p->tok.kind == DT_TOK_RBRACE) {
			if (!depth || p->tok.loc.column == 1)
				break;
			if (!--depth) {
				p->lx.mode = after;
				skip_token(p);
				break;
			}
		} else if (p->tok.kind == DT_TOK_SEMI && !depth) {
			p->lx.mode = after;
			skip_token(p);
			break;
		}
	}
	p->lx.is_skipping = false;
}

void dt_parse_recover_predicate(struct dt_parser *p)
{
	p->panic = false;
	p->lx.is_skipping = true;
	while (p->tok.kind != DT_TOK_EOF && p->tok.kind != DT_TOK_EPRED &&
	       p->tok.kind != DT_TOK_LBRACE && p->tok.kind != DT_TOK_RBRACE) {
		p->lx.brackets = 0;
		skip_token(p);
	}
	p->lx.is_skipping = false;
}

void dt_parse_recover_top(struct dt_parser *p)
{
	dt_parse_recover(p, DT_LEX_TOP);
	p->lx.mode = DT_LEX_TOP;
	p->lx.is_skipping = true;
	while (p->tok.kind == DT_TOK_RBRACE)
		skip_token(p);
	p->lx.is_skipping = false;
	p->depth = 0;
	p->c->diags.region = NULL;
}

void dt_parse_skip_declaration(struct dt_parser *p)
{
	unsigned depth = 0;

	p->lx.is_skipping = true;
	p->lx.mode = DT_LEX_EXPR;
	for (; p->tok.kind != DT_TOK_EOF && (depth || p->tok.kind != DT_TOK_SEMI); skip_token(p)) {
		if (p->tok.kind == DT_TOK_LBRACE)
			depth++;
		else if (p->tok.kind == DT_TOK_RBRACE && depth)
			depth--;
	}
	p->lx.mode = DT_LEX_TOP;
	skip_token(p);
	p->lx.is_skipping = false;
}
