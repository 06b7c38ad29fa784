/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Checks provider declarations: the types of probes and, for static probes (parse/origin.c), the
 * form of their origins and of the provider's clauses, which may only assign to variables.
 *
 * These variables are private to the provider. Its name is their prefix, as in "proc.begun", which
 * is not valid in a program.
 */
#include "lang/sema/internal.h"

#include <string.h>

/** Reports whether the type fits a register, as a probe's argument must. */
static bool is_passable(const struct dt_type *t)
{
	t = dt_type_resolve(t);
	return dt_type_is_scalar(t) || dt_type_is_string(t) || t->kind == DT_TYPE_ARRAY ||
	       t->kind == DT_TYPE_POISON;
}

static void check_probe(struct dt_sema *s, const struct dt_provider_probe *p)
{
	for (size_t i = 0; i < p->n_args; i++)
		if (!is_passable(p->args[i]))
			dt_sema_error(s, p->loc, D_DECL_PROTO_TYPE,
				      "argument #%zu of probe %s is of type \"%s\": a probe is "
				      "called with integers and pointers",
				      i + 1, p->name, dt_sema_spell(s, p->args[i]));
	for (size_t i = 0; i < p->n_xargs && p->map; i++) {
		const struct dt_type *from = p->args[p->map[i]], *to = p->xargs[i];
		const struct dt_type *sou = dt_type_is_pointer(to) ? dt_type_resolve(to)->ref : to;

		if (!dt_type_equal(from, to) && dt_type_is_sou(sou) &&
		    !dt_sema_translator(s, sou, from))
			dt_sema_error(s, p->loc, D_PROV_PRXLATOR,
				      "translator for probe %s argument #%zu from \"%s\" to \"%s\" "
				      "is not defined",
				      p->name, i + 1, dt_sema_spell(s, from), dt_sema_spell(s, to));
	}
}

static void check_repeated(struct dt_sema *s, const struct dt_provider_decl *p)
{
	for (const struct dt_provider_decl *q = p->next; q; q = q->next)
		if (p->name == q->name && !q->loc.source->is_library)
			dt_sema_error(s, q->loc, D_PROV_INCOMPAT, "provider %s is declared twice",
				      p->name);
}

// ---- static probes

static void check_probe_origin(struct dt_sema *s, const struct dt_provider_probe *p,
			       struct dt_clause *origin)
{
	size_t n = dt_node_count(origin->body);

	origin->feeds = p;
	if (n != p->n_args)
		dt_sema_error(s, origin->loc, D_PROV_ORIGIN,
			      "the origin passes %zu argument%s, probe %s has %zu", n,
			      n == 1 ? "" : "s", p->name, p->n_args);
}

static void check_static(struct dt_sema *s, struct dt_provider_decl *decl,
			 struct dt_provider_probe *p)
{
	p->provider = decl;
	if (!dt_probe_is_static(p)) {
		dt_sema_error(s, p->loc, D_PROV_ORIGIN,
			      "probe %s has no origin, others of provider %s have", p->name,
			      decl->name);
		return;
	}
	for (size_t i = 0; i < p->n_args; i++)
		if (!dt_type_is_scalar(p->args[i]) && p->args[i]->kind != DT_TYPE_POISON)
			dt_sema_error(
			    s, p->loc, D_PROV_ORIGIN,
			    "argument #%zu of probe %s is of type \"%s\": an origin passes "
			    "integers and pointers",
			    i + 1, p->name, dt_sema_spell(s, p->args[i]));
	for (struct dt_choice *choice = p->choices; choice; choice = choice->next) {
		for (struct dt_clause *o = choice->origins; o; o = o->next)
			check_probe_origin(s, p, o);
		dt_sema_split(s, choice->origins);
	}
}

static void check_statements(struct dt_sema *s, const struct dt_node *list)
{
	for (const struct dt_node *n = list; n; n = n->next) {
		check_statements(s, n->body);
		check_statements(s, n->else_body);
		if (n->kind == DT_NODE_EXPR_STMT && !dt_sema_written_name(n->lhs))
			dt_sema_error(s, n->loc, D_PROV_CLAUSE,
				      "a provider's clause may only assign to variables");
	}
}

static void check_clause(struct dt_sema *s, const struct dt_clause *cl)
{
	check_statements(s, cl->body);
	if (!cl->body)
		dt_sema_error(s, cl->loc, D_PROV_CLAUSE,
			      "a provider's clause must assign a "
			      "variable");
}

// ---- names

/** Calls `visit` for the nodes of a list and all nodes below. */
static void each_node(struct dt_node *list, void *arg, void (*visit)(void *arg, struct dt_node *n))
{
	for (struct dt_node *n = list; n; n = n->next) {
		struct dt_node *const children[] = {n->lhs,  n->rhs,  n->third,
						    n->list, n->body, n->else_body};

		visit(arg, n);
		for (size_t i = 0; i < dt_array_len(children); i++)
			each_node(children[i], arg, visit);
	}
}

struct own_names {
	struct dt_sema *s;
	const char *provider;
	struct dt_map globals; // variables that its clauses assign
};

static void note_global(void *arg, struct dt_node *n)
{
	struct own_names *own = arg;
	const struct dt_node *name = dt_sema_written_name(n);

	if (name && name->scope == DT_SCOPE_NONE)
		dt_map_put_str(&own->globals, name->name, own);
}

static void make_own(void *arg, struct dt_node *n)
{
	struct own_names *own = arg;
	bool is_own =
	    n->scope == DT_SCOPE_SELF || n->scope == DT_SCOPE_THIS ||
	    (n->scope == DT_SCOPE_NONE && n->name && dt_map_get_str(&own->globals, n->name));

	if (n->kind != DT_NODE_NAME || !is_own)
		return;
	dt_cleanup(dt_free_p) char *name = dt_asprintf("%s.%s", own->provider, n->name);
	n->name = dt_intern(own->s->c->names, name);
}

static void each_node_of(struct dt_clause *list, struct own_names *own,
			 void (*visit)(void *arg, struct dt_node *n))
{
	for (struct dt_clause *cl = list; cl; cl = cl->next) {
		each_node(cl->predicate, own, visit);
		each_node(cl->body, own, visit);
	}
}

static void own_variables(struct dt_sema *s, struct dt_provider_decl *decl)
{
	struct own_names own = {.s = s, .provider = decl->name};

	each_node_of(decl->clauses, &own, note_global);
	each_node_of(decl->clauses, &own, make_own);
	for (size_t i = 0; i < decl->n_probes; i++)
		for (struct dt_choice *c = decl->probes[i].choices; c; c = c->next)
			each_node_of(c->origins, &own, make_own);
	dt_map_deinit(&own.globals);
}

// ---- declarations

static void check_provider(struct dt_sema *s, struct dt_provider_decl *decl)
{
	check_repeated(s, decl);
	for (size_t i = 0; i < decl->n_probes; i++)
		check_probe(s, &decl->probes[i]);
	if (!decl->is_static && !decl->clauses)
		return;
	for (size_t i = 0; i < decl->n_probes; i++)
		check_static(s, decl, &decl->probes[i]);
	for (struct dt_clause *cl = decl->clauses; cl; cl = cl->next)
		check_clause(s, cl);
	dt_sema_split(s, decl->clauses);
	own_variables(s, decl);
	for (struct dt_clause *cl = decl->clauses; cl; cl = cl->next) {
		cl->order = ++s->n_state;
		dt_sema_collect(s, cl);
	}
}

void dt_sema_providers(struct dt_sema *s)
{
	dt_sema_translators(s);
	for (struct dt_provider_decl *decl = s->c->program.providers; decl; decl = decl->next) {
		if (decl->is_checked)
			continue;
		decl->is_checked = true;
		check_provider(s, decl);
	}
}
