/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The descriptions of the checked program as data: what each matches, or why it matches nothing.
 */
#include "session/compile/compile.h"
#include "session/compile/stability.h"

#include "lang/elsewhere.h"

#include <string.h>

/** Reports whether the probes wait for an event, unlike those of dtrace and profile. */
static bool awaits_event(const struct dt_match *m)
{
	const char *provider = m && m->probes.len ? m->probes.data[0]->prov : "dtrace";

	return strcmp(provider, "dtrace") != 0 && strcmp(provider, "profile") != 0;
}

/** Reports whether each firing records: by the default action, or a statement that records or
 * aggregates. */
static bool always_records(const struct dt_clause *c)
{
	bool records = !c->body && !c->predicate;

	for (const struct dt_node *s = c->body; s && !c->predicate; s = s->next) {
		const struct dt_node *e = s->kind == DT_NODE_EXPR_STMT ? s->lhs : NULL;

		if (e && e->kind == DT_NODE_ASSIGN)
			records |= e->lhs->kind == DT_NODE_AGG;
		else if (e && e->kind == DT_NODE_CALL && e->ident && e->ident->builtin)
			records |= (e->ident->builtin->flags & DT_BF_RECORDS) != 0;
	}
	return records;
}

static const char *field(const char *text)
{
	return text ? text : "";
}

/** Calls `fn` for one clause. */
static void visit_clause(struct dtrace *d, const struct dt_clause *c,
			 void (*fn)(void *arg, const struct dtrace_clause *c), void *arg)
{
	const struct dt_match *m = c->matched;
	const struct dt_probe_desc *desc = c->descs;
	size_t n = m ? m->probes.len - m->n_retained : 0;
	dt_cleanup(dt_str_deinit) struct dt_str calls = {0};
	dt_cleanup(dt_free_p) char *why = n ? NULL : dt_session_why_none(d, desc);
	const char *elsewhere = n ? NULL : dt_elsewhere_description(desc);
	dt_cleanup(dt_free_p) char *near =
	    n || why || elsewhere ? NULL : dt_session_suggest(d, desc);

	fn(arg, &(struct dtrace_clause){
		    .size = sizeof(struct dtrace_clause),
		    .file = c->loc.source->is_file ? c->loc.source->name : NULL,
		    .description = desc->text,
		    .id = desc->id,
		    .provider = field(desc->provider),
		    .module = field(desc->module),
		    .function = field(desc->function),
		    .name = field(desc->name),
		    .n_probes = n,
		    .why = why,
		    .near = near,
		    .elsewhere = elsewhere,
		    .calls = dt_desc_classic(desc, &calls) ? dt_str_text(&calls) : NULL,
		    .probes = dt_stability_words(dt_stability_of_match(d, m)),
		    .statements = dt_stability_words(dt_stability_of_statements(c)),
		    .awaits_event = awaits_event(m),
		    .has_predicate = c->predicate,
		    .always_records = always_records(c),
		});
}

void dtrace_each_clause(struct dtrace *d, void (*fn)(void *arg, const struct dtrace_clause *c),
			void *arg)
{
	if (!d || !fn)
		return;
	DT_SESSION_CALL(d);

	d->output.n_calls++;
	for (const struct dt_clause *c = d->compile->program.clauses; c; c = c->next)
		if (c->n_descs)
			visit_clause(d, c, fn, arg);
	d->output.n_calls--;
}
