/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Static probes: the text after the "=" of a provider's probe defines which probes fire it.
 *
 *	probe exec__failure(int) =
 *	    syscall::execve:return, syscall::execveat:return /errno != 0/ { errno }
 *	    else "this kernel has no such probes";
 *
 * An origin is a clause whose body is the list of native arguments. Several origins together form a
 * choice. Choices are in order of preference. The argument "curthread = args[N]" means that the
 * probe concerns that thread instead of the current one.
 *
 * Decision: docs/dev/decisions/0049-bare-tracepoints.md
 */
#include "lang/parse/internal.h"

#include <string.h>

static bool is_thread(const struct dt_node *n)
{
	const struct dt_node *to = n->kind == DT_NODE_ASSIGN ? n->lhs : NULL;

	return to && to->kind == DT_NODE_NAME && to->scope == DT_SCOPE_NONE &&
	       !strcmp(to->name, "curthread");
}

/* arguments = "{" [ assignment { "," assignment } ] "}" ; */
static void native_arguments(struct dt_parser *p, struct dt_clause *c)
{
	struct dt_node **tail = &c->body;

	p->lx.mode = DT_LEX_EXPR;
	dt_parse_advance(p);
	if (!dt_parse_is(p, DT_TOK_RBRACE)) {
		do {
			struct dt_node *n = dt_parse_assignment(p);

			if (is_thread(n))
				c->thread = n->rhs;
			else
				dt_parse_append(&tail, n);
		} while (dt_parse_accept(p, DT_TOK_COMMA));
	}
	dt_parse_expect(p, DT_TOK_RBRACE, "after the probe's arguments");
}

/* origin = probe_list [ predicate ] [ arguments ] ; */
static struct dt_clause *origin(struct dt_parser *p)
{
	struct dt_clause *c = dt_arena_new(p->c->arena, struct dt_clause);

	c->role = DT_CLAUSE_ORIGIN;
	p->lx.mode = DT_LEX_PSPEC;
	dt_parse_advance(p);
	c->loc = p->tok.loc;
	dt_parse_probe_list(p, c, DT_LEX_EXPR);
	if (dt_parse_is(p, DT_TOK_DIV))
		c->predicate = dt_parse_predicate(p, DT_LEX_EXPR);
	if (dt_parse_is(p, DT_TOK_LBRACE))
		native_arguments(p, c);
	return c;
}

/* choice = origin { "," origin } ; */
static struct dt_choice *choice(struct dt_parser *p)
{
	struct dt_choice *choice = dt_arena_new(p->c->arena, struct dt_choice);
	struct dt_clause **tail = &choice->origins;

	do {
		*tail = origin(p);
		tail = &(*tail)->next;
	} while (dt_parse_is(p, DT_TOK_COMMA));
	choice->loc = choice->origins->loc;
	choice->loc.length = p->tok.loc.offset - choice->loc.offset;
	return choice;
}

/** Reports whether the token after "=" or "else" is a string. */
static bool is_reason_next(const struct dt_parser *p)
{
	struct dt_lexer ahead = p->lx;

	ahead.is_peeking = true;
	ahead.mode = DT_LEX_EXPR;
	return dt_lex_next(&ahead).kind == DT_TOK_STRING;
}

/* choices = choice { "else" choice } [ "else" string ] | string ; */
void dt_parse_choices(struct dt_parser *p, struct dt_provider_probe *probe)
{
	struct dt_choice **tail = &probe->choices;

	do {
		if (is_reason_next(p)) {
			dt_parse_advance(p);
			probe->reason = p->tok.text;
			dt_parse_advance(p);
			break;
		}
		*tail = choice(p);
		tail = &(*tail)->next;
	} while (dt_parse_is(p, DT_KEY_ELSE));
}
