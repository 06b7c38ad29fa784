/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The parser's core: tokens, errors and new nodes.
 */
#include "lang/elsewhere.h"
#include "lang/parse/internal.h"

enum { MAX_DEPTH = DT_NODE_MAX_HEIGHT };

// ---- tokens and errors

void dt_parse_advance(struct dt_parser *p)
{
	if (!p->panic)
		p->tok = dt_lex_next(&p->lx);
}

bool dt_parse_is(const struct dt_parser *p, enum dt_tok tok)
{
	return !p->panic && p->tok.kind == tok;
}

bool dt_parse_accept(struct dt_parser *p, enum dt_tok tok)
{
	if (!dt_parse_is(p, tok))
		return false;
	dt_parse_advance(p);
	return true;
}

bool dt_parse_expect(struct dt_parser *p, enum dt_tok tok, const char *where)
{
	if (dt_parse_accept(p, tok))
		return true;
	dt_parse_fail(p, "expected '%s' %s", dt_tok_text(tok), where);
	return false;
}

bool dt_parse_is_name(const struct dt_parser *p)
{
	return !p->panic && (p->tok.kind == DT_TOK_IDENT || p->tok.kind >= DT_TOK_FIRST_KEYWORD);
}

static const char *reserved_hint(enum dt_tok tok)
{
	switch (tok) {
	case DT_KEY_WHILE:
	case DT_KEY_FOR:
	case DT_KEY_DO:
	case DT_KEY_BREAK:
	case DT_KEY_CONTINUE:
	case DT_KEY_GOTO:
		return "D has no loops or jumps; probes such as tick-1s repeat, predicates and if "
		       "choose";
	case DT_KEY_SWITCH:
	case DT_KEY_CASE:
	case DT_KEY_DEFAULT:
		return "D has no switch; use if and else, or the ?: operator";
	case DT_KEY_RETURN:
		return "D has no functions to return from; an inline names an expression";
	default:
		return "the word is reserved and has no meaning in D";
	}
}

static void explain_token(struct dt_parser *p)
{
	const char *here = dt_elsewhere_operator(
	    p->tok.kind == DT_TOK_IDENT ? p->tok.text : dt_tok_text(p->tok.kind));

	if (here)
		dt_diag_hint(&p->c->diags, "in D: %s", here);
	if (p->tok.kind >= DT_TOK_FIRST_KEYWORD &&
	    dt_tok_keyword_flags(p->tok.kind) & DT_KF_RESERVED)
		dt_diag_hint(&p->c->diags, "%s", reserved_hint(p->tok.kind));
}

void dt_parse_fail(struct dt_parser *p, const char *fmt, ...)
{
	if (p->panic)
		return;
	p->panic = true;
	if (p->in_c_header || p->tok.kind == DT_TOK_ERROR)
		return; // the lexer has reported the latter

	va_list ap;
	va_start(ap, fmt);
	dt_cleanup(dt_free_p) char *message = dt_vasprintf(fmt, ap);
	va_end(ap);

	dt_cleanup(dt_str_deinit) struct dt_str near = {0};
	if (p->tok.kind != DT_TOK_EOF)
		dt_str_escape(&near, p->lx.source->text + p->tok.loc.offset,
			      p->tok.loc.length < 48 ? p->tok.loc.length : 48);
	if (near.len)
		dt_diag(&p->c->diags, p->tok.loc, D_SYNTAX, "%s near \"%s\"", message,
			dt_str_text(&near));
	else
		dt_diag(&p->c->diags, p->tok.loc, D_SYNTAX, "%s near end of file", message);
	explain_token(p);
}

void dt_parse_hint(struct dt_parser *p, const char *fmt, ...)
{
	if (p->in_c_header || p->tok.kind == DT_TOK_ERROR)
		return;

	va_list ap;
	va_start(ap, fmt);
	dt_cleanup(dt_free_p) char *hint = dt_vasprintf(fmt, ap);
	va_end(ap);
	if (!dt_vec_last(&p->c->diags.list).hint) // the token's own hint is more specific
		dt_diag_hint(&p->c->diags, "%s", hint);
}

void dt_parse_error(struct dt_parser *p, struct dt_loc loc, enum dt_tag tag, const char *fmt, ...)
{
	if (p->panic)
		return;
	if (p->in_c_header) {
		p->panic = true;
		return;
	}

	va_list ap;
	va_start(ap, fmt);
	dt_cleanup(dt_free_p) char *message = dt_vasprintf(fmt, ap);
	va_end(ap);
	dt_diag(&p->c->diags, loc, tag, "%s", message);
}

bool dt_parse_enter(struct dt_parser *p)
{
	if (p->depth < MAX_DEPTH) {
		p->depth++;
		return true;
	}
	dt_parse_fail(p, "nested more than %d deep", MAX_DEPTH);
	p->too_deep = true;
	return false;
}

void dt_parse_leave(struct dt_parser *p)
{
	p->depth--;
}

// ---- nodes

struct dt_node *dt_parse_node(struct dt_parser *p, enum dt_node_kind kind, struct dt_loc loc)
{
	struct dt_node *n = dt_arena_new(p->c->arena, struct dt_node);

	n->kind = kind;
	n->loc = loc;
	n->height = 1;
	return n;
}

void dt_parse_append(struct dt_node ***tail, struct dt_node *n)
{
	**tail = n;
	*tail = &n->next;
}

static unsigned list_height(const struct dt_node *n)
{
	unsigned height = 0;

	for (; n; n = n->next)
		height = n->height > height ? n->height : height;
	return height;
}

struct dt_node *dt_parse_finish_node(struct dt_parser *p, struct dt_node *n)
{
	const struct dt_node *const children[] = {n->lhs,  n->rhs,  n->third,
						  n->list, n->body, n->else_body};
	unsigned below = 0;

	for (size_t i = 0; i < dt_array_len(children); i++) {
		unsigned height = list_height(children[i]);
		below = height > below ? height : below;
	}
	if (below >= DT_NODE_MAX_HEIGHT) {
		dt_parse_fail(p, "expression nested more than %d deep", DT_NODE_MAX_HEIGHT);
		p->too_deep = true;
		return dt_parse_node(p, DT_NODE_POISON, n->loc);
	}
	n->height = below + 1;
	return n;
}
