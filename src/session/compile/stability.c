/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The stability of a program: for each clause, the weakest attributes of its probes and of all
 * names in its statements. With -x amin, attributes below the minimum are errors.
 */
#include "session/compile/compile.h"
#include "session/compile/stability.h"

#include <string.h>

struct dt_attributes dt_stability_of_part(const struct dtrace *d, const struct dt_probe *p,
					  enum dt_attribute_part part)
{
	static const char *const words[] = {[DT_ATTR_PROVIDER] = "provider",
					    [DT_ATTR_MODULE] = "module",
					    [DT_ATTR_FUNCTION] = "function",
					    [DT_ATTR_NAME] = "name",
					    [DT_ATTR_ARGS] = "args"};

	// The latest pragma comes first.
	for (const struct dt_ident_pragma *a = d->compile->program.pragmas; a; a = a->next)
		if (a->part && !strcmp(a->part, words[part]) && !strcmp(a->ident, p->prov))
			return dt_attributes_of(a->attributes);
	return dt_attributes_of((p->attributes ? p->attributes : p->provider->attributes)[part]);
}

struct dt_attributes dt_stability_of_probe(const struct dtrace *d, const struct dt_probe *p)
{
	struct dt_attributes a = dt_attributes_default;

	const char *const names[] = {[DT_ATTR_PROVIDER] = p->prov,
				     [DT_ATTR_MODULE] = p->mod,
				     [DT_ATTR_FUNCTION] = p->func,
				     [DT_ATTR_NAME] = p->name};

	for (size_t i = 0; i < dt_array_len(names); i++)
		if (names[i][0])
			a = dt_attributes_min(
			    a, dt_stability_of_part(d, p, (enum dt_attribute_part)i));
	return a;
}

/** Reports whether both probes have the same attributes for a simple reason. */
static bool has_same_attributes(const struct dt_probe *a, const struct dt_probe *b)
{
	return a->provider == b->provider && a->attributes == b->attributes && a->prov == b->prov &&
	       !*a->mod == !*b->mod && !*a->func == !*b->func && !*a->name == !*b->name;
}

struct dt_attributes dt_stability_of_match(const struct dtrace *d, const struct dt_match *m)
{
	struct dt_attributes a = dt_attributes_default;

	if (m)
		dt_vec_foreach (&m->probes, p)
			if (p == m->probes.data || !has_same_attributes(p[-1], *p))
				a = dt_attributes_min(a, dt_stability_of_probe(d, *p));
	return a;
}

static struct dt_attributes of_ident(const struct dt_ident *id)
{
	return dt_attributes_of(id->builtin ? id->builtin->attributes : id->attributes);
}

/** Visits each identifier in the nodes, with its location. */
static void each_ident(const struct dt_node *n, void *arg,
		       void (*visit)(void *arg, const struct dt_ident *id, struct dt_loc loc))
{
	for (; n; n = n->next) {
		if (n->ident)
			visit(arg, n->ident, n->loc);
		each_ident(n->lhs, arg, visit);
		each_ident(n->rhs, arg, visit);
		each_ident(n->third, arg, visit);
		each_ident(n->list, arg, visit);
		each_ident(n->body, arg, visit);
		each_ident(n->else_body, arg, visit);
	}
}

static void each_ident_of_clause(const struct dt_clause *c, void *arg,
				 void (*visit)(void *arg, const struct dt_ident *id,
					       struct dt_loc loc))
{
	each_ident(c->predicate, arg, visit);
	each_ident(c->body, arg, visit);
	for (const struct dt_ident_use *u = c->inlines; u; u = u->next)
		visit(arg, u->ident, u->loc);
}

// ---- a clause

static void weaken(void *arg, const struct dt_ident *id, struct dt_loc loc)
{
	struct dt_attributes *a = arg;

	*a = dt_attributes_min(*a, of_ident(id));
}

struct dt_attributes dt_stability_of_statements(const struct dt_clause *c)
{
	struct dt_attributes a = dt_attributes_default;

	each_ident_of_clause(c, &a, weaken);
	return a;
}

struct dtrace_stability dt_stability_words(struct dt_attributes a)
{
	return (struct dtrace_stability){dt_stability_name(a.name), dt_stability_name(a.data),
					 dt_dependency_name(a.dependency)};
}

// ---- -x amin

struct check {
	struct dtrace *d;
	struct dt_attributes least;
};

static void check_attributes(const struct check *k, struct dt_loc loc, const char *what,
			     const char *name, struct dt_attributes a)
{
	char text[DT_ATTRIBUTES_LEN];

	if (dt_attributes_less(a, k->least))
		dt_diag(&k->d->compile->diags, loc, D_ATTR_MIN,
			"attributes for %s%s (%s) are less than predefined minimum", what, name,
			dt_attributes_text(a, text));
}

static void check_ident(void *arg, const struct dt_ident *id, struct dt_loc loc)
{
	check_attributes(arg, loc, "", id->name, of_ident(id));
}

void dt_stability_check(struct dtrace *d)
{
	struct check k = {.d = d};

	if (!d->options.s[DT_OPT_amin])
		return;
	k.least = dt_attributes_of(d->options.s[DT_OPT_amin]);
	for (const struct dt_clause *c = d->compile->program.clauses; c; c = c->next) {
		check_attributes(&k, c->descs[0].loc, "probe description ", c->descs[0].text,
				 dt_stability_of_match(d, c->matched));
		each_ident_of_clause(c, &k, check_ident);
	}
}
