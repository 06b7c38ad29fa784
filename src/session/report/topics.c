/* SPDX-License-Identifier: BSD-2-Clause */
/* check-size: table */
#include "session/report/topics.h"

#include "builtin/builtin.h"
#include "dialect/format.h"
#include "dialect/options.h"
#include "lang/diag.h"
#include "provider/provider.h"

const struct dt_topic_words dt_topic_words[DT_TOPIC_KINDS] = {
    [DT_TOPIC_PROVIDER] = {"providers", "provider"},
    [DT_TOPIC_VARIABLE] = {"variables", "variable"},
    [DT_TOPIC_SUBROUTINE] = {"subroutines", "subroutine"},
    [DT_TOPIC_ACTION] = {"actions", "action"},
    [DT_TOPIC_AGGREGATION] = {"aggregations", "aggregating function"},
    [DT_TOPIC_CONVERSION] = {"conversions", "conversion of printf()"},
    [DT_TOPIC_PROBE] = {"probes", "probe"},
    [DT_TOPIC_OPTION] = {"options", "option"},
    [DT_TOPIC_TAG] = {"tags", "tag of a diagnostic"},
    [DT_TOPIC_SCRIPT] = {"scripts", "script"},
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

static void add_providers(dt_topics *ret)
{
	for (size_t i = 0; i < dt_provider_count; i++) {
		const struct dt_provider *p = dt_provider_table[i];

		dt_vec_push(ret, (struct dt_topic){DT_TOPIC_PROVIDER, p->name, NULL, p->doc,
						   p->example, NULL});
	}
	for (const struct dt_declared *p = dt_declared_table; p->name; p++)
		dt_vec_push(ret, (struct dt_topic){DT_TOPIC_PROVIDER, p->name, NULL, p->doc,
						   p->example, NULL});
}

static void add_builtins(dt_topics *ret, enum dt_builtin_kind kind, enum dt_topic_kind as)
{
	for (size_t i = 0; i < dt_builtin_registry.n; i++) {
		const struct dt_builtin *b = dt_builtin_registry.list[i];

		if (b->kind == kind)
			dt_vec_push(ret, (struct dt_topic){as, b->name, b->proto, b->doc,
							   b->example, NULL});
	}
}

static void add_conversions(dt_topics *ret)
{
	for (size_t i = 0; i < dt_n_format_convs; i++) {
		const struct dt_format_conv *c = &dt_format_convs[i];

		dt_vec_push(ret, (struct dt_topic){DT_TOPIC_CONVERSION, c->name, c->wants, c->doc,
						   NULL, NULL});
	}
}

static void add_options(dt_topics *ret)
{
	for (int i = 0; i < DT_N_OPTIONS; i++) {
		const struct dt_option_info *o = &dt_option_table[i];

		dt_vec_push(ret, (struct dt_topic){DT_TOPIC_OPTION, o->name, o->fallback, o->doc,
						   NULL, NULL});
	}
	for (const struct dt_option_foreign *f = dt_option_foreign_table; f->name; f++)
		dt_vec_push(
		    ret, (struct dt_topic){DT_TOPIC_OPTION, f->name, NULL, f->reason, NULL, NULL});
}

void dt_topics_collect(dt_topics *ret)
{
	add_providers(ret);
	add_builtins(ret, DT_BUILTIN_VARIABLE, DT_TOPIC_VARIABLE);
	add_builtins(ret, DT_BUILTIN_SUBROUTINE, DT_TOPIC_SUBROUTINE);
	add_builtins(ret, DT_BUILTIN_ACTION, DT_TOPIC_ACTION);
	add_builtins(ret, DT_BUILTIN_AGGREGATION, DT_TOPIC_AGGREGATION);
	add_conversions(ret);
	for (size_t i = 0; i < dt_array_len(probes); i++)
		dt_vec_push(ret, (struct dt_topic){DT_TOPIC_PROBE, probes[i].name,
						   *probes[i].args ? probes[i].args : NULL,
						   probes[i].doc, NULL, NULL});
	add_options(ret);
	for (int i = 0; i < DT_N_TAGS; i++)
		dt_vec_push(ret, (struct dt_topic){DT_TOPIC_TAG, dt_tag_table[i].name, NULL,
						   dt_tag_table[i].text, NULL, NULL});
	for (size_t i = 0; i < dt_array_len(scripts); i++)
		dt_vec_push(ret, (struct dt_topic){DT_TOPIC_SCRIPT, scripts[i].name, NULL,
						   scripts[i].doc, NULL, scripts[i].more});
}
