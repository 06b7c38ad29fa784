/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Stability attributes and -v's report of them: for each clause the weakest attributes of its
 * probes and of everything that its statements name.
 */
#include "session/stability.h"

#include "session/session.h"

#include <string.h>
#include <strings.h>

static const char *const stability_names[] = {"Internal", "Private",  "Obsolete", "External",
					      "Unstable", "Evolving", "Stable",	  "Standard"};
static const char *const dependency_names[] = {"Unknown", "CPU", "Platform",
					       "Group",	  "ISA", "Common"};

static const struct dt_attributes strongest = {DT_STAB_STABLE, DT_STAB_STABLE, DT_DEP_COMMON};

/** The index of the word at *text, up to '/' or the end; *text goes behind it. */
static int take_word(const char **text, const char *const *names, size_t n, int otherwise)
{
	size_t len = strcspn(*text, "/");
	const char *word = *text;

	*text += len + (word[len] == '/');
	for (size_t i = 0; i < n; i++)
		if (strlen(names[i]) == len && !strncasecmp(names[i], word, len))
			return i;
	return otherwise;
}

struct dt_attributes dt_attributes_parse(const char *text)
{
	struct dt_attributes a = strongest;

	if (!text)
		return a;
	a.name = take_word(&text, stability_names, dt_array_len(stability_names), a.name);
	a.data = take_word(&text, stability_names, dt_array_len(stability_names), a.data);
	a.dependency =
	    take_word(&text, dependency_names, dt_array_len(dependency_names), a.dependency);
	return a;
}

struct dt_attributes dt_attributes_min(struct dt_attributes a, struct dt_attributes b)
{
	return (struct dt_attributes){a.name < b.name ? a.name : b.name,
				      a.data < b.data ? a.data : b.data,
				      a.dependency < b.dependency ? a.dependency : b.dependency};
}

struct dt_attributes dt_attributes_of_probe(const struct dt_probe *p)
{
	struct dt_attributes a = strongest;

	const char *const names[] = {[DT_ATTR_PROVIDER] = p->prov,
				     [DT_ATTR_MODULE] = p->mod,
				     [DT_ATTR_FUNCTION] = p->func,
				     [DT_ATTR_NAME] = p->name};

	for (size_t i = 0; i < dt_array_len(names); i++)
		if (names[i][0])
			a = dt_attributes_min(a, dt_attributes_parse(p->provider->attributes[i]));
	return a;
}

void dt_attributes_print(FILE *out, const char *title, const struct dt_attributes *a)
{
	fprintf(out, "\n\t%s\n", title);
	fprintf(out, "\t\tIdentifier Names: %s\n", stability_names[a->name]);
	fprintf(out, "\t\tData Semantics:   %s\n", stability_names[a->data]);
	fprintf(out, "\t\tDependency Class: %s\n", dependency_names[a->dependency]);
}

static struct dt_attributes of_nodes(const struct dt_node *n, struct dt_attributes a)
{
	for (; n; n = n->next) {
		if (n->ident && n->ident->builtin)
			a = dt_attributes_min(a,
					      dt_attributes_parse(n->ident->builtin->attributes));
		a = of_nodes(n->lhs, a);
		a = of_nodes(n->rhs, a);
		a = of_nodes(n->third, a);
		a = of_nodes(n->list, a);
		a = of_nodes(n->body, a);
		a = of_nodes(n->else_body, a);
	}
	return a;
}

static void report_clause(const struct dt_clause *c, FILE *out)
{
	const struct dt_match *m = c->matched;
	struct dt_attributes probes = strongest, statements = strongest;

	if (m)
		dt_vec_foreach (&m->probes, p)
			probes = dt_attributes_min(probes, dt_attributes_of_probe(*p));
	statements = of_nodes(c->predicate, statements);
	statements = of_nodes(c->body, statements);
	fprintf(out, "\nStability attributes for %s:\n", c->descs[0].text);
	dt_attributes_print(out, "Minimum Probe Description Attributes", &probes);
	dt_attributes_print(out, "Minimum Statement Attributes", &statements);
}

void dtrace_report_stability(struct dtrace *d, FILE *out)
{
	for (const struct dt_clause *c = d->compile->program.clauses; c; c = c->next)
		report_clause(c, out);
	fprintf(out, "\n");
}
