/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reports that tracing has ended without a record: the enabled probes, and whether they can have
 * fired.
 *
 * No counter includes firings with a false predicate or of a clause that records nothing. If a
 * clause without predicate always records, no record means no firing.
 */
#include "session/compile/compile.h"
#include "session/process/process.h"

#include "consume/consume.h"

#include <string.h>

enum { DESCRIPTIONS = 3 };

/** Reports whether the probes wait for an event, unlike those of dtrace and profile. */
static bool waits_for_event(const struct dt_match *m)
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

static void describe_clause(struct dt_str *text, const struct dt_clause *c)
{
	const struct dt_match *m = c->matched;
	size_t n = m->probes.len - m->n_retained;
	dt_cleanup(dt_str_deinit) struct dt_str calls = {0};

	dt_str_printf(text, "%s %s (%zu probe%s) %s", text->len ? ";" : "", c->descs[0].text, n,
		      n == 1 ? "" : "s", n == 1 ? "has" : "have");
	dt_str_append(text, " not fired");
	if (c->predicate)
		dt_str_append(text, ", or the predicate was false");
	else if (!always_records(c))
		dt_str_append(text, ", or recorded nothing");
	if (dt_desc_classic(c->descs, &calls))
		dt_str_printf(text, "; programs on Linux use %s as well", dt_str_text(&calls));
}

void dtrace_report_silence(struct dtrace *d)
{
	dt_cleanup(dt_str_deinit) struct dt_str text = {0};
	size_t n = 0;

	if (!d->tracing.consumer || !dt_consumer_is_silent(d->tracing.consumer))
		return;
	for (const struct dt_clause *c = d->compile->program.clauses; c; c = c->next)
		if (waits_for_event(c->matched) && n++ < DESCRIPTIONS)
			describe_clause(&text, c);
	if (n && dt_session_hint_script(d))
		dt_str_printf(&text, "; %s", dt_session_hint_script(d));
	if (n > DESCRIPTIONS)
		dt_str_printf(&text, "; and %zu more", n - DESCRIPTIONS);
	if (n)
		dt_session_message(d, "nothing has been recorded:%s", dt_str_text(&text));
}
