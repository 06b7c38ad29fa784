/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Translator and provider declarations.
 *
 * The parser records them as written. The semantic pass checks whether a translator's members exist
 * and fit its types, since it evaluates only those that a program uses. This file checks a
 * provider's names, argument lists and the mapping of translated to native arguments.
 */
#include "lang/parse/internal.h"

#include <ctype.h>
#include <string.h>

enum { MAX_PROVIDER_NAME = 63, MAX_PROBE_ARGS = 32 };

// ---- translators

/* translated_member = name "=" assignment ";" ; */
static struct dt_translator_member translated_member(struct dt_parser *p)
{
	struct dt_translator_member m = {.name = p->tok.text, .loc = p->tok.loc};

	if (!dt_parse_is_name(p))
		dt_parse_fail(p, "expected a member name");
	dt_parse_advance(p);
	dt_parse_expect(p, DT_TOK_ASSIGN, "after the member name");
	m.expr = dt_parse_assignment(p);
	dt_parse_expect(p, DT_TOK_SEMI, "after the member's expression");
	return m;
}

static struct dt_ident *translator_input(struct dt_parser *p)
{
	struct dt_ident *id = dt_arena_new(p->c->arena, struct dt_ident);
	struct dt_declspec spec;
	struct dt_declarator d;

	dt_parse_declspec(p, &spec);
	dt_parse_declarator(p, spec.type, &d);
	if (!d.name && !p->panic)
		dt_parse_error(p, d.loc, D_DECL_IDENT, "a translator's input needs a name");
	if (spec.storage != DT_SC_NONE)
		dt_parse_error(p, spec.loc, D_DECL_PARMCLASS,
			       "storage class not allowed for a parameter");
	if (d.is_assoc)
		dt_parse_error(p, d.loc, D_DECL_PROTO_TYPE,
			       "a parameter cannot be an associative array");
	*id = (struct dt_ident){.kind = DT_IDENT_GLOBAL,
				.name = d.name ? d.name : "",
				.type = d.type,
				.declared = d.loc,
				.is_declared = true};
	return id;
}

/*
 * translator = "translator" type_name "<" specifiers declarator ">" [ ":" assignment ]
 *              "{" { translated_member } "}" ";" ;
 */
void dt_parse_translator(struct dt_parser *p)
{
	struct dt_translator *t = dt_arena_new(p->c->arena, struct dt_translator);
	dt_vec(struct dt_translator_member) members = {0};

	t->loc = p->tok.loc;
	p->lx.mode = DT_LEX_EXPR;
	dt_parse_advance(p);
	t->to = dt_parse_type_name(p);
	dt_parse_expect(p, DT_TOK_LT, "after the output type");
	t->param = translator_input(p);
	t->from = t->param->type;
	dt_parse_expect(p, DT_TOK_GT, "after the input");
	if (dt_parse_is(p, DT_TOK_COLON)) {
		dt_parse_advance(p);
		t->rest = dt_parse_assignment(p);
	}
	dt_parse_expect(p, DT_TOK_LBRACE, "before the members");
	while (!p->panic && !dt_parse_is(p, DT_TOK_RBRACE))
		dt_vec_push(&members, translated_member(p));
	dt_parse_expect(p, DT_TOK_RBRACE, "after the members");
	if (dt_parse_is(p, DT_TOK_SEMI))
		p->lx.mode = DT_LEX_TOP;
	dt_parse_expect(p, DT_TOK_SEMI, "after the translator");

	t->n_members = members.len;
	t->members = dt_arena_array(p->c->arena, struct dt_translator_member, members.len + 1);
	if (members.len)
		memcpy(t->members, members.data, members.len * sizeof(*members.data));
	dt_vec_deinit(&members);
	if (!p->panic) {
		struct dt_translator **tail = &p->c->program.translators;

		while (*tail)
			tail = &(*tail)->next;
		*tail = t;
	}
}

// ---- providers

static void check_provider_name(struct dt_parser *p)
{
	const struct dt_token *t = &p->tok;

	if (!dt_parse_is(p, DT_TOK_IDENT))
		dt_parse_fail(p, "expected the provider's name");
	else if (t->len > MAX_PROVIDER_NAME)
		dt_parse_error(p, t->loc, D_PROV_BADNAME,
			       "provider name may not exceed %d characters: %.80s",
			       MAX_PROVIDER_NAME, t->text);
	else if (strchr(t->text, '`'))
		dt_parse_error(p, t->loc, D_PROV_BADNAME,
			       "provider name may not contain a backtick: %s", t->text);
}

/* Rejects a digit at the end of a provider that processes publish, since their pid is appended to
 * its name. A static provider keeps its name: nfsv3. */
static void check_last_digit(struct dt_parser *p, const struct dt_provider_decl *decl,
			     struct dt_loc loc)
{
	if (!p->panic && !decl->is_static &&
	    isdigit((unsigned char)decl->name[strlen(decl->name) - 1]))
		dt_parse_error(p, loc, D_PROV_BADNAME, "provider name may not end in a digit: %s",
			       decl->name);
}

static void set_args(struct dt_parser *p, struct dt_provider_probe *probe,
		     const struct dt_params *params)
{
	const struct dt_type **types =
	    dt_arena_array(p->c->arena, const struct dt_type *, params->n + 1);
	const char **names = dt_arena_array(p->c->arena, const char *, params->n + 1);

	for (size_t i = 0; i < params->n; i++) {
		types[i] = params->list[i].type;
		names[i] = params->list[i].name;
	}
	probe->args = types;
	probe->arg_names = names;
	probe->n_args = params->n;
}

/* Finds the native argument of the i-th translated one: the one with the same name, else the i-th.
 * Returns false if there is none (reported). */
static bool map_arg(struct dt_parser *p, const struct dt_provider_probe *probe,
		    const struct dt_param *param, size_t i, unsigned *ret)
{
	*ret = (unsigned)i;
	for (size_t j = 0; param->name && j < probe->n_args; j++) {
		if (probe->arg_names[j] == param->name) {
			*ret = (unsigned)j;
			return true;
		}
	}
	if (param->name)
		dt_parse_error(p, param->loc, D_DECL_PROTO_NAME,
			       "translated argument %s names no argument of the probe",
			       param->name);
	else if (i >= probe->n_args)
		dt_parse_error(p, param->loc, D_PROV_PRXLATOR,
			       "translated argument #%zu has no argument of the probe", i + 1);
	return !param->name && i < probe->n_args;
}

static void set_xargs(struct dt_parser *p, struct dt_provider_probe *probe,
		      const struct dt_params *params)
{
	const struct dt_type **types =
	    dt_arena_array(p->c->arena, const struct dt_type *, params->n + 1);
	unsigned *map = dt_arena_array(p->c->arena, unsigned, params->n + 1);

	probe->xargs = types;
	probe->map = map;
	for (size_t i = 0; i < params->n; i++) {
		unsigned from;

		if (!map_arg(p, probe, &params->list[i], i, &from))
			continue;
		types[probe->n_xargs] = params->list[i].type;
		map[probe->n_xargs++] = from;
	}
}

/* arguments = "(" parameters ")" ; */
static void arguments(struct dt_parser *p, struct dt_loc loc, struct dt_params *ret)
{
	*ret = (struct dt_params){0};
	if (!dt_parse_expect(p, DT_TOK_LPAREN, "before the probe's arguments"))
		return;
	dt_parse_params(p, DT_TOK_RPAREN, ret);
	dt_parse_expect(p, DT_TOK_RPAREN, "after the probe's arguments");
	if (ret->n > MAX_PROBE_ARGS)
		dt_parse_error(p, loc, D_PROV_PRARGLEN, "a probe has at most %d arguments",
			       MAX_PROBE_ARGS);
	if (ret->varargs)
		dt_parse_error(p, loc, D_DECL_PROTO_VARARGS,
			       "a probe's arguments cannot end in \"...\"");
}

/* probe = "probe" name arguments [ ":" arguments ] [ "=" choices ] ";" ; */
static struct dt_provider_probe probe_declaration(struct dt_parser *p, struct dt_map *names)
{
	struct dt_provider_probe probe = {0};
	struct dt_params params;

	p->lx.mode = DT_LEX_EXPR;
	dt_parse_advance(p);
	probe.name = p->tok.text;
	probe.loc = p->tok.loc;
	if (!dt_parse_is_name(p))
		dt_parse_fail(p, "expected the probe's name");
	else if (dt_map_put_str(names, probe.name, names))
		dt_parse_error(p, probe.loc, D_PROV_PRDUP, "probe redeclared: %s", probe.name);
	dt_parse_advance(p);
	arguments(p, probe.loc, &params);
	dt_parse_distinct(p, &params);
	set_args(p, &probe, &params);
	if (dt_parse_accept(p, DT_TOK_COLON))
		arguments(p, probe.loc, &params);
	else
		for (size_t i = 0; i < params.n; i++)
			params.list[i].name = NULL;
	set_xargs(p, &probe, &params);
	if (dt_parse_is(p, DT_TOK_ASSIGN))
		dt_parse_choices(p, &probe);
	if (dt_parse_is(p, DT_TOK_SEMI))
		p->lx.mode = DT_LEX_TOP;
	dt_parse_expect(p, DT_TOK_SEMI, "after the probe");
	return probe;
}

/* Parses a provider's clause. A clause above the probes runs before those of the program, others
 * after them. */
static void own_clause(struct dt_parser *p, bool runs_last, struct dt_clause ***tail)
{
	struct dt_clause *c = dt_parse_clause(p);

	if (!c)
		return;
	c->role = DT_CLAUSE_STATE;
	c->runs_last = runs_last;
	**tail = c;
	*tail = &c->next;
}

/* alias = "alias" probe_list ";" ; */
static void alias(struct dt_parser *p, struct dt_provider_decl *decl)
{
	struct dt_clause list = {0};
	struct dt_probe_desc *all;

	p->lx.mode = DT_LEX_PSPEC;
	dt_parse_advance(p);
	dt_parse_probe_list(p, &list, DT_LEX_EXPR);
	for (size_t i = 0; i < list.n_descs; i++)
		if (list.descs[i].id || list.descs[i].provider || !list.descs[i].module)
			dt_parse_error(p, list.descs[i].loc, D_PDESC_INVAL,
				       "\"%.128s\": an alias is MODULE:FUNCTION:NAME",
				       list.descs[i].text);
	if (dt_parse_is(p, DT_TOK_SEMI))
		p->lx.mode = DT_LEX_TOP;
	dt_parse_expect(p, DT_TOK_SEMI, "after the aliases");

	all = dt_arena_array(p->c->arena, struct dt_probe_desc, decl->n_aliases + list.n_descs + 1);
	if (decl->n_aliases)
		memcpy(all, decl->aliases, decl->n_aliases * sizeof(*all));
	if (list.n_descs)
		memcpy(all + decl->n_aliases, list.descs, list.n_descs * sizeof(*all));
	decl->aliases = all;
	decl->n_aliases += list.n_descs;
}

static bool is_word(const struct dt_parser *p, const char *word)
{
	return dt_parse_is(p, DT_TOK_PSPEC) && p->tok.text && !strcmp(p->tok.text, word);
}

/* provider = "provider" identifier "{" { probe | alias | clause } "}" [ ";" ] ; */
void dt_parse_provider(struct dt_parser *p)
{
	struct dt_provider_decl *decl = dt_arena_new(p->c->arena, struct dt_provider_decl);
	dt_vec(struct dt_provider_probe) probes = {0};
	struct dt_clause **tail = &decl->clauses;
	struct dt_map names = {0};
	struct dt_loc name;

	decl->loc = p->tok.loc;
	p->lx.mode = DT_LEX_EXPR;
	dt_parse_advance(p);
	check_provider_name(p);
	decl->name = p->tok.text;
	name = p->tok.loc;
	dt_parse_advance(p);
	if (dt_parse_is(p, DT_TOK_LBRACE))
		p->lx.mode = DT_LEX_TOP;
	dt_parse_expect(p, DT_TOK_LBRACE, "before the probes");
	while (!p->panic && !dt_parse_is(p, DT_TOK_RBRACE)) {
		if (is_word(p, "probe")) {
			dt_vec_push(&probes, probe_declaration(p, &names));
			decl->is_static |= dt_probe_is_static(&dt_vec_last(&probes));
		} else if (is_word(p, "alias")) {
			alias(p, decl);
		} else if (dt_parse_is(p, DT_TOK_PSPEC)) {
			own_clause(p, probes.len, &tail);
		} else {
			dt_parse_fail(p, "expected a probe or the end of the provider");
		}
	}
	if (dt_parse_is(p, DT_TOK_RBRACE))
		p->lx.mode = DT_LEX_TOP;
	dt_parse_expect(p, DT_TOK_RBRACE, "after the probes");
	check_last_digit(p, decl, name);
	dt_parse_accept(p, DT_TOK_SEMI); // files of other implementations omit it

	decl->n_probes = probes.len;
	decl->probes = dt_arena_array(p->c->arena, struct dt_provider_probe, probes.len + 1);
	if (probes.len)
		memcpy(decl->probes, probes.data, probes.len * sizeof(*probes.data));
	dt_vec_deinit(&probes);
	dt_map_deinit(&names);
	if (!p->panic) {
		struct dt_provider_decl **tail = &p->c->program.providers;

		while (*tail)
			tail = &(*tail)->next;
		*tail = decl;
	}
}
