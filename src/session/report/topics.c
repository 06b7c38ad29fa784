/* SPDX-License-Identifier: BSD-2-Clause */
/* check-size: table */
#include "session/report/topics.h"

#include "builtin/builtin.h"
#include "dialect/format.h"
#include "dialect/options.h"
#include "lang/diag.h"
#include "lang/elsewhere.h"
#include "provider/provider.h"

#include <string.h>

const struct dt_topic_words dt_topic_words[] = {
    [DTRACE_TOPIC_PROVIDER] = {"providers", "provider"},
    [DTRACE_TOPIC_VARIABLE] = {"variables", "variable"},
    [DTRACE_TOPIC_SUBROUTINE] = {"subroutines", "subroutine"},
    [DTRACE_TOPIC_ACTION] = {"actions", "action"},
    [DTRACE_TOPIC_AGGREGATION] = {"aggregations", "aggregating function"},
    [DTRACE_TOPIC_CONVERSION] = {"conversions", "conversion of printf()"},
    [DTRACE_TOPIC_PROBE] = {"probes", "probe"},
    [DTRACE_TOPIC_OPTION] = {"options", "option"},
    [DTRACE_TOPIC_TAG] = {"tags", "tag of a diagnostic"},
    [DTRACE_TOPIC_SCRIPT] = {"scripts", "script"},
    [DTRACE_TOPIC_LINE] = {"one-liners", "one-liner"},
    [DTRACE_TOPIC_SECTION] = {"the guide", "section of the guide"},
    [DTRACE_TOPIC_WORD] = {"words", "word of other tracers"},
};

const struct dt_declared dt_declared_table[] = {
#include "session/providers.inc"
    {NULL, NULL, NULL},
};

static const struct {
	const char *name, *args, *doc;
} probes[] = {
#include "session/probes.inc"
};

static const struct {
	const char *name, *doc, *more;
} scripts[] = {
#include "session/scripts.inc"
};

/** The one-liners of the guide. */
static const struct {
	const char *question, *command, *more;
} lines[] = {
#include "session/lines.inc"
};

/** Its sections. */
static const struct {
	const char *file, *heading, *text;
} sections[] = {
#include "session/sections.inc"
};

static const char *const value_words[] = {
    [DT_OPTK_BOOL] = "on|off", [DT_OPTK_INT] = "number",       [DT_OPTK_SIZE] = "size",
    [DT_OPTK_RATE] = "rate",   [DT_OPTK_ENUM] = "word",	       [DT_OPTK_STRING] = "text",
    [DT_OPTK_LIST] = "text",   [DT_OPTK_ATTRIBUTES] = "a/b/c", [DT_OPTK_VERSION] = "x.y",
};

static void add(dt_topics *ret, enum dtrace_topic_kind kind, struct dt_topic t)
{
	t.size = sizeof(t);
	t.kind = kind;
	t.group = dt_topic_words[kind].all;
	t.noun = dt_topic_words[kind].one;
	dt_vec_push(ret, t);
}

static void add_providers(dt_topics *ret)
{
	for (size_t i = 0; i < dt_provider_count; i++) {
		const struct dt_provider *p = dt_provider_table[i];

		add(ret, DTRACE_TOPIC_PROVIDER,
		    (struct dt_topic){.name = p->name, .doc = p->doc, .example = p->example});
	}
	for (const struct dt_declared *p = dt_declared_table; p->name; p++)
		add(ret, DTRACE_TOPIC_PROVIDER,
		    (struct dt_topic){.name = p->name, .doc = p->doc, .example = p->example});
}

static void add_builtins(dt_topics *ret, enum dt_builtin_kind kind, enum dtrace_topic_kind as)
{
	for (size_t i = 0; i < dt_builtin_registry.n; i++) {
		const struct dt_builtin *b = dt_builtin_registry.list[i];

		if (b->kind == kind)
			add(ret, as,
			    (struct dt_topic){.name = b->name,
					      .form = b->proto,
					      .doc = b->doc,
					      .example = b->example});
	}
}

static void add_conversions(dt_topics *ret)
{
	for (size_t i = 0; i < dt_n_format_convs; i++) {
		const struct dt_format_conv *c = &dt_format_convs[i];

		add(ret, DTRACE_TOPIC_CONVERSION,
		    (struct dt_topic){.name = c->name, .form = c->wants, .doc = c->doc});
	}
}

static void add_options(dt_topics *ret)
{
	for (int i = 0; i < DT_N_OPTIONS; i++) {
		const struct dt_option_info *o = &dt_option_table[i];

		add(ret, DTRACE_TOPIC_OPTION,
		    (struct dt_topic){.name = o->name,
				      .form = o->fallback,
				      .doc = o->doc,
				      .value = value_words[o->kind]});
	}
	for (const struct dt_option_foreign *f = dt_option_foreign_table; f->name; f++)
		add(ret, DTRACE_TOPIC_OPTION,
		    (struct dt_topic){
			.name = f->name, .doc = f->reason, .is_refused = f->is_refused});
}

void dt_topics_collect(dt_topics *ret)
{
	add_providers(ret);
	add_builtins(ret, DT_BUILTIN_VARIABLE, DTRACE_TOPIC_VARIABLE);
	add_builtins(ret, DT_BUILTIN_SUBROUTINE, DTRACE_TOPIC_SUBROUTINE);
	add_builtins(ret, DT_BUILTIN_ACTION, DTRACE_TOPIC_ACTION);
	add_builtins(ret, DT_BUILTIN_AGGREGATION, DTRACE_TOPIC_AGGREGATION);
	add_conversions(ret);
	for (size_t i = 0; i < dt_array_len(probes); i++)
		add(ret, DTRACE_TOPIC_PROBE,
		    (struct dt_topic){.name = probes[i].name,
				      .form = *probes[i].args ? probes[i].args : NULL,
				      .doc = probes[i].doc});
	add_options(ret);
	for (int i = 0; i < DT_N_TAGS; i++)
		add(ret, DTRACE_TOPIC_TAG,
		    (struct dt_topic){.name = dt_tag_table[i].name, .doc = dt_tag_table[i].text});
	for (size_t i = 0; i < dt_array_len(scripts); i++)
		add(ret, DTRACE_TOPIC_SCRIPT,
		    (struct dt_topic){
			.name = scripts[i].name, .doc = scripts[i].doc, .more = scripts[i].more});
}

/** Adds the topics that have no list of names. */
static void add_rest(dt_topics *ret)
{
	const char *name, *doc;

	for (size_t i = 0; i < dt_array_len(lines); i++)
		add(ret, DTRACE_TOPIC_LINE,
		    (struct dt_topic){.name = lines[i].question,
				      .doc = "",
				      .example = lines[i].command,
				      .more = lines[i].more});
	for (size_t i = 0; i < dt_array_len(sections); i++)
		add(ret, DTRACE_TOPIC_SECTION,
		    (struct dt_topic){.name = sections[i].heading,
				      .doc = sections[i].text,
				      .file = sections[i].file});
	for (size_t i = 0; dt_elsewhere_entry(i, &name, &doc); i++)
		add(ret, DTRACE_TOPIC_WORD, (struct dt_topic){.name = name, .doc = doc});
}

/** Writes the bounds of an option to `text`. Returns it, or NULL if the option has none. */
static const char *range_of(const struct dt_topic *t, struct dt_str *text)
{
	if (t->kind != DTRACE_TOPIC_OPTION)
		return NULL;
	for (int i = 0; i < DT_N_OPTIONS; i++)
		if (!strcmp(dt_option_table[i].name, t->name) &&
		    dt_option_bounds(&dt_option_table[i], text))
			return dt_str_text(text);
	return NULL;
}

void dtrace_each_topic(void (*fn)(void *arg, const struct dt_topic *t), void *arg)
{
	dt_topics topics = {0};

	if (!fn)
		return;
	dt_topics_collect(&topics);
	add_rest(&topics);
	dt_vec_foreach (&topics, t) {
		dt_cleanup(dt_str_deinit) struct dt_str range = {0};

		t->range = range_of(t, &range);
		fn(arg, t);
	}
	dt_vec_deinit(&topics);
}
