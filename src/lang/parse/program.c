/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The rules from the whole program down to statements: a program is clauses and declarations in any
 * order.
 */
#include "lang/parse/internal.h"

#include <string.h>

// ---- statements

static struct dt_node *statement(struct dt_parser *p);

/* block = "{" { statement } "}" ; the braces are the caller's; mistakes do not leave it */
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
 * A chain of else-ifs is a nest: its length counts as depth.
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

/* expression_statement = expression ( ";" | before "}" ) ; */
static struct dt_node *expression_statement(struct dt_parser *p)
{
	struct dt_node *n = dt_parse_node(p, DT_NODE_EXPR_STMT, p->tok.loc);

	n->lhs = dt_parse_expression(p);
	if (!dt_parse_is(p, DT_TOK_RBRACE) && !dt_parse_accept(p, DT_TOK_SEMI)) {
		bool is_new = !p->panic;

		dt_parse_fail(p, "syntax error");
		if (is_new && p->tok.kind == DT_TOK_LBRACE)
			dt_parse_hint(p, "if a clause begins here, the one above lacks its '}'");
		else if (is_new && p->tok.loc.line > n->loc.line && p->tok.kind != DT_TOK_EOF)
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
		if (is_new)
			dt_parse_hint(p, "a predicate is written / expression / before the '{'");
		dt_parse_recover_predicate(p);
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

static void bare_description(struct dt_parser *p, const struct dt_token *first)
{
	if (p->panic || (p->spec != DT_SPEC_PROGRAM &&
			 (p->tok.kind == DT_TOK_EOF || p->tok.kind == DT_TOK_SEMI)))
		return;
	dt_parse_fail(p, "expected predicate and/or actions following probe description");
	if (p->tok.kind == DT_TOK_PSPEC && p->tok.loc.line == first->loc.line && first->text &&
	    !strpbrk(first->text, ":*?[-."))
		dt_parse_hint(p, "if \"%s\" is meant as a type: no type of that name is known",
			      first->text);
}

/* clause = probe_list [ predicate ] [ body ] ; from -n the list may be missing: any probe */
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

// ---- the program

static void clause(struct dt_parser *p)
{
	struct dt_clause *c = dt_parse_clause(p);

	if (!c)
		return;
	c->index = p->c->program.n_clauses++;
	*p->c->program.clauses_tail = c;
	p->c->program.clauses_tail = &c->next;
}

/*
 * A type of an included file. What C has and D has not, a packed struct as a member for instance,
 * leaves the type unknown; it harms only a program that needs it.
 */
static void header_declaration(struct dt_parser *p)
{
	struct dt_lexer begin = p->lx;
	struct dt_token first = p->tok;

	p->in_c_header = true;
	dt_parse_declaration(p);
	p->in_c_header = false;
	if (!p->panic)
		return;
	p->panic = false;
	p->in_members = false;
	p->depth = 0;
	p->lx = begin;
	p->tok = first;
	dt_parse_skip_declaration(p);
}

static bool is_header_type(const struct dt_parser *p)
{
	switch (p->tok.kind) {
	case DT_KEY_TYPEDEF:
	case DT_KEY_STRUCT:
	case DT_KEY_UNION:
	case DT_KEY_ENUM:
		return dt_parse_is_included(p, p->tok.loc);
	default:
		return false;
	}
}

/* external = clause | declaration | translator | provider | ";" ; */
static void external(struct dt_parser *p)
{
	bool may_omit_list = p->spec != DT_SPEC_PROGRAM && !p->found_anything;

	p->errors_before = p->c->diags.n_errors;
	if (dt_parse_is(p, DT_TOK_SEMI))
		dt_parse_advance(p);
	else if (dt_parse_is(p, DT_TOK_PSPEC))
		clause(p);
	else if (may_omit_list && (dt_parse_is(p, DT_TOK_LBRACE) || dt_parse_is(p, DT_TOK_DIV)))
		clause(p);
	else if (dt_parse_is(p, DT_KEY_TRANSLATOR))
		dt_parse_translator(p);
	else if (dt_parse_is(p, DT_KEY_PROVIDER))
		dt_parse_provider(p);
	else if (is_header_type(p))
		header_declaration(p);
	else if (dt_parse_is(p, DT_TOK_IDENT) || dt_tok_keyword_flags(p->tok.kind) & DT_KF_DECL)
		dt_parse_declaration(p);
	else
		dt_parse_fail(p, "syntax error");
	p->found_anything = true;
	if (p->panic && !p->too_deep)
		dt_parse_recover_top(p);
}

/** Nothing at all names every probe; a pragma, a `#` or a comment is an empty program. */
static void check_empty(struct dt_parser *p)
{
	const struct dt_source *src = p->lx.source;

	if (p->found_anything || p->c->diags.n_errors)
		return;
	if (p->spec != DT_SPEC_PROGRAM && strspn(src->text, " \t\r\n") == src->len)
		clause(p);
	else if (!(p->c->flags & DT_CF_EMPTY) && !src->is_library)
		dt_diag(&p->c->diags, p->tok.loc, D_EMPTY, "empty D program translation unit");
}

/*
 * A struct that the text defines anywhere is meant wherever it names it, as in C's
 * `typedef struct node node_t; struct node { … };`, also where the kernel has one of that name.
 */
static void note_definitions(struct dt_compile *c, struct dt_lexer lx)
{
	struct dt_token t, tag = {0};
	enum dt_tok before = DT_TOK_EOF;

	lx.is_peeking = true;
	lx.mode = DT_LEX_EXPR;
	while ((t = dt_lex_next(&lx)).kind != DT_TOK_EOF) {
		bool is_named = tag.kind == DT_TOK_IDENT && t.kind == DT_TOK_LBRACE;

		if (is_named && (before == DT_KEY_STRUCT || before == DT_KEY_UNION)) {
			enum dt_type_kind kind =
			    before == DT_KEY_STRUCT ? DT_TYPE_STRUCT : DT_TYPE_UNION;
			struct dt_type *type = dt_type_tag(c->types, kind, tag.text);

			type->is_open |= type->kind == DT_TYPE_FORWARD;
		}
		before = tag.kind;
		tag = t;
	}
}

/* program = { external } ; */
void dt_parse(struct dt_compile *c, const struct dt_source *src, enum dt_spec spec)
{
	struct dt_parser p = {.c = c, .spec = spec};

	if (!c->arg_used)
		c->arg_used = dt_arena_array(c->arena, bool, c->argc + 1);
	c->diags.region = NULL;
	dt_lex_init(&p.lx, c, src);
	if (!src->is_library)
		note_definitions(c, p.lx);
	p.lx.mode = DT_LEX_TOP;
	dt_parse_advance(&p);
	while (p.tok.kind != DT_TOK_EOF && !c->diags.too_many && !p.too_deep)
		external(&p);
	check_empty(&p);
	c->diags.region = NULL;
	c->end = p.tok.loc;
}

void dt_parse_library(struct dt_compile *c, const struct dt_source *src)
{
	struct dt_clause **tail = c->program.clauses_tail;
	unsigned n_clauses = c->program.n_clauses, flags = c->flags;
	const char *region = c->diags.region;
	struct dt_loc end = c->end;

	c->flags &= ~(unsigned)DT_CF_PSPEC;
	dt_parse(c, src, DT_SPEC_PROGRAM);
	*tail = NULL;
	c->program.clauses_tail = tail;
	c->program.n_clauses = n_clauses;
	c->diags.region = region;
	c->end = end;
	c->flags = flags;
}

/* As in DTrace only the last argument counts: the ones before it may be there for their place. */
void dt_parse_finish(struct dt_compile *c)
{
	size_t last = c->argc ? c->argc - 1 : 0;

	if (!last || c->diags.n_errors || c->flags & DT_CF_ARGREF)
		return;
	if (!c->arg_used || !c->arg_used[last])
		dt_diag(&c->diags, c->end, D_MACRO_UNUSED,
			"extraneous argument '%s' ($%zu is not referenced)", c->argv[last], last);
}
