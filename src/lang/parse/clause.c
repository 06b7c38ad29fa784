/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Grammar rules of clauses and their statements.
 */
#include "lang/elsewhere.h"
#include "lang/parse/internal.h"

#include <string.h>

// ---- statements

static struct dt_node *statement(struct dt_parser *p);

/* block = "{" { statement } "}" ; the caller parses the braces; recovery from errors stays inside
 */
static struct dt_node *statement_list(struct dt_parser *p)
{
	struct dt_node *list = NULL, **tail = &list;

	while (p->tok.kind != DT_TOK_RBRACE && p->tok.kind != DT_TOK_EOF && !p->c->diags.too_many) {
		struct dt_node *n = statement(p);

		if (p->too_deep)
			break;
		if (p->panic)
			dt_parse_recover(p, DT_LEX_EXPR);
		else
			dt_parse_append(&tail, n);
	}
	return list;
}

static void close_block(struct dt_parser *p, struct dt_loc open, enum dt_lex_mode mode)
{
	if (dt_parse_is(p, DT_TOK_RBRACE)) {
		p->lx.mode = mode;
		dt_parse_advance(p);
	} else if (p->c->diags.n_errors > p->errors_before) {
		p->panic = true;
	} else {
		dt_parse_fail(p, "expected '}'");
		dt_parse_hint(p, "the '{' of line %u has no matching '}'", open.line);
	}
}

/* block_or_statement = "{" { statement } "}" | statement ; */
static struct dt_node *block_or_statement(struct dt_parser *p)
{
	struct dt_loc open = p->tok.loc;

	if (!dt_parse_accept(p, DT_TOK_LBRACE))
		return statement(p);

	struct dt_node *n = dt_parse_node(p, DT_NODE_BLOCK, open);
	n->body = statement_list(p);
	close_block(p, open, DT_LEX_EXPR);
	return dt_parse_finish_node(p, n);
}

/*
 * if = "if" "(" expression ")" block_or_statement [ "else" block_or_statement ] ;
 * In a chain of else-ifs each one adds to the depth.
 */
static struct dt_node *if_statement(struct dt_parser *p)
{
	struct dt_node *n = dt_parse_node(p, DT_NODE_IF, p->tok.loc);

	dt_parse_advance(p);
	dt_parse_expect(p, DT_TOK_LPAREN, "after if");
	n->lhs = dt_parse_expression(p);
	dt_parse_expect(p, DT_TOK_RPAREN, "after the condition");
	n->body = block_or_statement(p);
	if (dt_parse_accept(p, DT_KEY_ELSE))
		n->else_body = block_or_statement(p);
	return dt_parse_finish_node(p, n);
}

static const char declared_outside[] =
    "variables are declared outside of the clause: this int x; then this->x = 3";

/** Returns the hint for the single word before the error (`let x`, `not x`), or NULL. */
static const char *first_word(const struct dt_node *n)
{
	const char *here;

	if (n->kind != DT_NODE_NAME || n->scope)
		return NULL;
	here = dt_elsewhere_word(n->name);
	return here ? here : dt_elsewhere_operator(n->name);
}

static bool begins_declaration(struct dt_parser *p, const struct dt_token *first)
{
	return dt_tok_keyword_flags(first->kind) & DT_KF_TYPE ||
	       (first->kind == DT_TOK_IDENT && dt_parse_is_type(p, first));
}

/** Reports whether a statement seems to lack its ';' before the token. */
static bool lacks_semicolon(const struct dt_node *n, const struct dt_token *next)
{
	if (next->kind == DT_TOK_EOF)
		return false;
	if (next->kind == DT_KEY_ELSE || next->loc.line > n->loc.line)
		return true;
	if (n->lhs->kind != DT_NODE_CALL && n->lhs->kind != DT_NODE_ASSIGN)
		return false;
	return next->kind == DT_TOK_IDENT || next->kind == DT_TOK_AGG || next->kind == DT_KEY_IF ||
	       next->kind == DT_KEY_SELF || next->kind == DT_KEY_THIS;
}

/* expression_statement = expression ( ";" | before "}" ) ; */
static struct dt_node *expression_statement(struct dt_parser *p)
{
	struct dt_node *n = dt_parse_node(p, DT_NODE_EXPR_STMT, p->tok.loc);
	struct dt_token first = p->tok;

	n->lhs = dt_parse_expression(p);
	if (p->panic && begins_declaration(p, &first))
		dt_parse_hint(p, "%s", declared_outside);
	else if (p->panic && first.kind == DT_TOK_LBRACKET)
		dt_parse_hint(p, "an aggregation begins with @: @[key] = count()");
	if (!dt_parse_is(p, DT_TOK_RBRACE) && !dt_parse_accept(p, DT_TOK_SEMI)) {
		bool is_new = !p->panic;

		dt_parse_fail(p, "syntax error");
		if (is_new && begins_declaration(p, &first))
			dt_parse_hint(p, "%s", declared_outside);
		else if (is_new && first_word(n->lhs))
			dt_parse_hint(p, "in D: %s", first_word(n->lhs));
		else if (is_new && p->tok.kind == DT_TOK_LBRACE)
			dt_parse_hint(p, "if a clause begins here, the one above lacks its '}'");
		else if (is_new && lacks_semicolon(n, &p->tok))
			dt_parse_hint(p,
				      "a statement ends in ';'; the one before seems to lack it");
	}
	return dt_parse_finish_node(p, n);
}

/* statement = ";" | if | expression_statement ; */
static struct dt_node *statement(struct dt_parser *p)
{
	struct dt_node *n;

	if (dt_parse_is(p, DT_TOK_SEMI)) {
		n = dt_parse_node(p, DT_NODE_EMPTY, p->tok.loc);
		dt_parse_advance(p);
		return n;
	}
	if (!dt_parse_enter(p))
		return dt_parse_node(p, DT_NODE_POISON, p->tok.loc);
	if (dt_parse_is(p, DT_KEY_IF))
		n = if_statement(p);
	else
		n = expression_statement(p);
	dt_parse_leave(p);
	return n;
}

// ---- clauses

/* probe_list = probe_description { "," probe_description } ; */
void dt_parse_probe_list(struct dt_parser *p, struct dt_clause *clause, enum dt_lex_mode after)
{
	dt_vec(struct dt_probe_desc) descs = {0};

	for (;;) {
		struct dt_probe_desc desc = {0};

		if (!dt_parse_is(p, DT_TOK_PSPEC)) {
			dt_parse_fail(p, "expected a probe description");
			break;
		}
		if (p->tok.text && dt_parse_probe_desc(p, &p->tok, &desc))
			dt_vec_push(&descs, desc);
		p->lx.mode = after;
		dt_parse_advance(p);
		if (!dt_parse_is(p, DT_TOK_COMMA))
			break;
		p->lx.mode = DT_LEX_PSPEC;
		dt_parse_advance(p);
	}
	clause->n_descs = descs.len;
	clause->descs = dt_arena_array(p->c->arena, struct dt_probe_desc, descs.len + 1);
	if (descs.len)
		memcpy(clause->descs, descs.data, descs.len * sizeof(*descs.data));
	dt_vec_deinit(&descs);
}

/* predicate = "/" expression "/" ; */
struct dt_node *dt_parse_predicate(struct dt_parser *p, enum dt_lex_mode after)
{
	p->c->diags.region = "in predicate";
	p->lx.mode = DT_LEX_EXPR;
	p->lx.in_predicate = true;
	p->lx.brackets = 0;
	dt_parse_advance(p);

	struct dt_node *n = dt_parse_expression(p);
	if (!dt_parse_is(p, DT_TOK_EPRED)) {
		bool is_new = !p->panic;

		dt_parse_fail(p, "syntax error");
		if (is_new && first_word(n))
			dt_parse_hint(p, "in D: %s", first_word(n));
		else if (is_new)
			dt_parse_hint(p, "a predicate is written / expression / before the '{'");
		dt_parse_recover_predicate(p);
		n = dt_parse_node(p, DT_NODE_POISON, n->loc);
	}
	p->lx.in_predicate = false;
	p->lx.mode = after;
	if (p->tok.kind == DT_TOK_EPRED)
		dt_parse_advance(p);
	p->c->diags.region = NULL;
	return n;
}

/* body = "{" { statement } "}" ; */
static void clause_body(struct dt_parser *p, struct dt_clause *clause)
{
	struct dt_loc open = p->tok.loc;

	p->c->diags.region = "in action list";
	p->lx.mode = DT_LEX_EXPR;
	dt_parse_advance(p);
	clause->has_body = true;
	clause->body = statement_list(p);
	close_block(p, open, DT_LEX_TOP);
	p->c->diags.region = NULL;
}

/** Returns a hint for a token found instead of a predicate, or NULL. */
static const char *hint_instead(const struct dt_token *t)
{
	if (t->kind == DT_TOK_LOR)
		return "commas separate descriptions; write a condition between slashes: /pid == "
		       "1/";
	if (t->kind == DT_TOK_PSPEC && t->text && !strcmp(t->text, "if"))
		return "if belongs inside the braces; before them, write a condition between "
		       "slashes: /pid == 1/";
	return t->kind == DT_TOK_LAND ? "write a condition between slashes: /pid == 1/" : NULL;
}

static void bare_description(struct dt_parser *p, const struct dt_token *first)
{
	const char *hint;

	if (p->panic || (p->spec != DT_SPEC_PROGRAM &&
			 (p->tok.kind == DT_TOK_EOF || p->tok.kind == DT_TOK_SEMI)))
		return;
	hint = hint_instead(&p->tok);
	dt_parse_fail(p, "expected predicate and/or actions following probe description");
	if (hint)
		dt_parse_hint(p, "%s", hint);
	else if (p->tok.kind == DT_TOK_PSPEC && p->tok.loc.line == first->loc.line && first->text &&
		 !strpbrk(first->text, ":*?[-.") && strcmp(first->text, "BEGIN") &&
		 strcmp(first->text, "END"))
		dt_parse_hint(p, "if \"%s\" is meant as a type: no type of that name is known",
			      first->text);
	else if (p->tok.kind == DT_TOK_PSPEC && p->tok.loc.line == first->loc.line)
		dt_parse_hint(p, "actions stand in braces: { trace(1); }; descriptions are "
				 "separated by commas");
}

/* If the '/' starts a path, as in other tracers' uprobe:/bin/bash:readline, reports it and returns
 * true. */
static bool is_foreign_path(struct dt_parser *p, const struct dt_token *first)
{
	size_t len = first->text ? strlen(first->text) : 0;
	const char *here, *word;

	if (!dt_parse_is(p, DT_TOK_DIV) || !len || first->text[len - 1] != ':')
		return false;
	word = dt_arena_strndup(p->c->arena, first->text, len - 1);
	here = dt_elsewhere_attachment(word);
	if (!here && !strncmp(word, "pid", strlen("pid")) && !strchr(word, ':'))
		here = "the module is only the file's name: pid$target:libc.so.6:malloc:entry";
	if (!here)
		return false;
	dt_parse_error(p, first->loc, D_PDESC_INVAL, "\"%s/\": a description contains no path",
		       first->text);
	dt_parse_hint(p, "in D: %s", here);
	p->panic = true;
	return true;
}

/* clause = probe_list [ predicate ] [ body ] ; with -n the list is optional (default: any probe) */
struct dt_clause *dt_parse_clause(struct dt_parser *p)
{
	struct dt_clause *c = dt_arena_new(p->c->arena, struct dt_clause);
	struct dt_token first = p->tok;

	c->loc = first.loc;
	if (first.kind == DT_TOK_PSPEC) {
		dt_parse_probe_list(p, c, DT_LEX_TOP);
	} else {
		c->descs = dt_arena_new(p->c->arena, struct dt_probe_desc);
		c->descs->text = "";
		c->descs->loc = first.loc;
		c->n_descs = 1;
	}

	if (is_foreign_path(p, &first))
		return NULL;

	bool is_bare = true;
	if (dt_parse_is(p, DT_TOK_DIV)) {
		c->predicate = dt_parse_predicate(p, DT_LEX_TOP);
		is_bare = false;
	}
	if (dt_parse_is(p, DT_TOK_LBRACE)) {
		clause_body(p, c);
		is_bare = false;
	}
	if (is_bare)
		bare_description(p, &first);
	dt_parse_accept(p, DT_TOK_SEMI);

	return c->n_descs && !p->panic ? c : NULL;
}
