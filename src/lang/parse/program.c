/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Grammar rules of the whole program: clauses and declarations in any order.
 */
#include "lang/parse/internal.h"

#include <string.h>

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
 * Parses a type of an included file. If it uses a feature of C that D lacks, such as a packed
 * struct as a member, the type stays unknown. This affects only programs that need it.
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

/** Reports an empty program: only pragmas, `#` or comments. An empty argument of -n matches all
 * probes. */
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
 * Notes the structs that the text defines. They take precedence over the kernel's in the whole
 * text, also before the definition: `typedef struct node node_t; struct node { … };`.
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

/* As in DTrace, only the last argument must be used: earlier ones may only fill positions. */
void dt_parse_finish(struct dt_compile *c)
{
	size_t last = c->argc ? c->argc - 1 : 0;

	if (!last || c->diags.n_errors || c->flags & DT_CF_ARGREF)
		return;
	if (c->arg_used && c->arg_used[last])
		return;
	dt_diag(&c->diags, c->end, D_MACRO_UNUSED,
		"extraneous argument '%s' ($%zu is not referenced)", c->argv[last], last);
	for (size_t i = 1; i < c->argc; i++) {
		if (*c->argv[i] != '{')
			continue;
		dt_diag_hint(&c->diags, "put the description and everything after it into one pair "
					"of quotes: -n 'syscall::read:entry { ... }'");
		return;
	}
	if (strchr(c->argv[last], '/'))
		dt_diag_hint(&c->diags, "-c '%s' runs and traces a command", c->argv[last]);
	else
		dt_diag_hint(&c->diags, "if it belongs to a command, quote both: -c 'COMMAND %s'",
			     c->argv[last]);
}
