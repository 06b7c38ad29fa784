/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Completes probe descriptions for shells, a field at a time.
 *
 * The text before the last colon is literal or a pattern; the text after it is the beginning of a
 * name. Each completed field but the last ends in a colon, so that completion can continue.
 */
#include "session/process/process.h"
#include "session/report/topics.h"

#include <string.h>

enum {
	FIELDS = 4,
	MAX_WORDS = 5000, // more than a user reads
};

struct completion {
	const char *before; // the description up to the last colon, as it was written
	size_t len;	    // length of `before`
	unsigned field;	    // number of the field to complete, from 0
	struct dt_map seen;
	FILE *out;
};

static void offer_word(struct completion *c, const char *word)
{
	if (c->seen.len >= MAX_WORDS || dt_map_put_str(&c->seen, word, c))
		return;
	fprintf(c->out, "%.*s%s%s\n", (int)c->len, c->before, word,
		c->field < FIELDS - 1 ? ":" : "");
}

static void offer_field(void *self, struct dt_probe *p)
{
	struct completion *c = self;
	const char *const fields[FIELDS] = {p->prov, p->mod, p->func, p->name};

	if (!p->is_retained)
		offer_word(c, fields[c->field]);
}

/** Offers providers, without asking for their probes. */
static void offer_providers(struct completion *c, const char *begin)
{
	dt_topics topics = {0};

	dt_topics_collect(&topics);
	dt_vec_foreach (&topics, t)
		if (t->kind == DT_TOPIC_PROVIDER && strcmp(t->name, "usdt") != 0 &&
		    !strncmp(t->name, begin, strlen(begin)))
			offer_word(c, t->name);
	dt_vec_deinit(&topics);
}

/** Returns the provider for a query: "pid$target" with the target's pid. */
static char *provider_of(const struct dtrace *d, const char *text)
{
	const char *macro = strstr(text, "$target");

	return macro ? dt_asprintf("%.*s%d", (int)(macro - text), text, (int)dt_session_target(d))
		     : dt_strdup(text);
}

static struct dt_error *offer_matches(struct dtrace *d, struct completion *c,
				      char *const fields[FIELDS])
{
	dt_cleanup(dt_free_p) char *provider = provider_of(d, fields[0]);
	dt_cleanup(dt_free_p) char *pattern = dt_asprintf("%s*", fields[c->field]);
	const char *query[FIELDS] = {provider, fields[1], fields[2], fields[3]};
	struct dt_probe_sink sink = {c, offer_field};

	query[c->field] = pattern;
	DT_TRY(dt_session_targets_load(d));
	return dt_registry_match(
	    &d->registry, &(struct dt_probe_query){query[0], query[1], query[2], query[3]}, &sink);
}

struct dt_error *dtrace_complete(struct dtrace *d, const char *text, FILE *out)
{
	dt_cleanup(dt_free_p) char *copy = dt_strdup(text);
	char none[] = "", *fields[FIELDS] = {none, none, none, none}, *at = copy;
	struct completion c = {.before = text, .out = out};
	struct dt_error *err = NULL;

	fields[0] = copy;
	while ((at = strchr(at, ':')) && c.field < FIELDS - 1) {
		*at++ = '\0';
		c.len = (size_t)(at - copy);
		fields[++c.field] = at;
	}
	if (c.field)
		err = offer_matches(d, &c, fields);
	else
		offer_providers(&c, text);
	dt_map_deinit(&c.seen);
	return err;
}
