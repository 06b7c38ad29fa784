/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Completes probe descriptions, a field at a time. The text before the last colon is literal or a
 * pattern; the text after it is the beginning of a name.
 */
#include "session/complete/complete.h"
#include "session/process/process.h"
#include "session/report/topics.h"

#include <string.h>

enum { FIELDS = 4 };

static const char *const kinds[FIELDS] = {"provider", "module", "function", "name"};

/** The field that is completed. */
struct field {
	struct dt_completing *c;
	unsigned number;
};

static void offer_field(void *self, struct dt_probe *p)
{
	const struct field *f = self;
	const char *const fields[FIELDS] = {p->prov, p->mod, p->func, p->name};

	if (!p->is_retained)
		dt_complete_offer(f->c, fields[f->number], kinds[f->number], NULL, NULL);
}

/** Offers providers, without asking for their probes, and the probes that need no more than a name.
 */
static void offer_providers(struct dt_completing *c)
{
	static const char *const lone[] = {"BEGIN", "END", "ERROR"};
	dt_topics topics = {0};

	dt_topics_collect(&topics);
	dt_vec_foreach (&topics, t)
		if (t->kind == DTRACE_TOPIC_PROVIDER && strcmp(t->name, "usdt") != 0)
			dt_complete_offer(c, t->name, kinds[0], NULL, t->doc);
	dt_vec_deinit(&topics);
	for (size_t i = 0; i < dt_array_len(lone); i++)
		dt_complete_offer(c, lone[i], kinds[FIELDS - 1], NULL, NULL);
}

/** Returns the provider for a query: "pid$target" with the target's pid. */
static char *provider_of(const struct dtrace *d, const char *text)
{
	const char *macro = strstr(text, "$target");

	return macro ? dt_asprintf("%.*s%d", (int)(macro - text), text, (int)dt_session_target(d))
		     : dt_strdup(text);
}

struct dt_error *dt_complete_description(struct dt_completing *c, const char *text, size_t *ret)
{
	dt_cleanup(dt_free_p) char *copy = dt_strdup(text), *provider = NULL, *pattern = NULL;
	char none[] = "", *fields[FIELDS] = {copy, none, none, none}, *at = copy;
	struct field field = {c, 0};
	struct dt_probe_sink sink = {&field, offer_field};

	while ((at = strchr(at, ':')) && field.number < FIELDS - 1) {
		*at++ = '\0';
		fields[++field.number] = at;
	}
	*ret = (size_t)(fields[field.number] - copy);
	c->begun = text + *ret;
	if (!field.number) {
		offer_providers(c);
		return NULL;
	}
	if (strstr(fields[0], "$target") && !dt_session_target(c->d))
		return NULL; // an editor has no process
	provider = provider_of(c->d, fields[0]);
	pattern = dt_asprintf("%s*", fields[field.number]);
	fields[0] = provider;
	fields[field.number] = pattern;
	DT_TRY(dt_session_targets_load(c->d));
	return dt_registry_match(
	    &c->d->registry, &(struct dt_probe_query){fields[0], fields[1], fields[2], fields[3]},
	    &sink);
}
