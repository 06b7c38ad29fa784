/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of actions, and the effects on aggregations and on the end of tracing.
 */
#include "consume/consumer/consumer.h"

#include <string.h>

// The first exit() decides the status, unless END calls exit() too.
static void end_tracing(struct dt_consumer *c, const struct dt_action *a, const struct dt_record *r)
{
	if (!c->exited || r->head->probe == DT_PROBE_END)
		c->exit_status = (int)dt_field_int(&a->desc->fields[0], r->payload);
	if (!c->exited)
		c->exit_time = r->head->time;
	c->exited = true;
}

static void clear_agg(struct dt_consumer *c, const struct dt_action *a, const struct dt_record *r)
{
	dt_consumer_fail(c, dt_agg_clear(&c->aggs, a->aggs[0]));
}

static void trunc_agg(struct dt_consumer *c, const struct dt_action *a, const struct dt_record *r)
{
	int64_t keep = a->desc->n_fields ? dt_field_int(&a->desc->fields[0], r->payload) : 0;

	dt_consumer_fail(c, dt_agg_trunc(&c->aggs, a->aggs[0], keep));
}

static void normalize_agg(struct dt_consumer *c, const struct dt_action *a,
			  const struct dt_record *r)
{
	int64_t normal = dt_field_int(&a->desc->fields[0], r->payload);

	if (!normal)
		dt_consumer_message(c, "normalize() of @%s by zero is ignored",
				    a->aggs[0]->desc->name);
	else
		a->aggs[0]->normal = normal;
}

static void denormalize_agg(struct dt_consumer *c, const struct dt_action *a,
			    const struct dt_record *r)
{
	a->aggs[0]->normal = 1;
}

static void commit_speculation(struct dt_consumer *c, uint64_t token)
{
	dt_spec_end(c, token, true);
}

static void discard_speculation(struct dt_consumer *c, uint64_t token)
{
	dt_spec_end(c, token, false);
}

static const struct dt_action_type types[] = {
    {.name = "trace", .min_fields = 1, .shows = DT_SHOW_VALUE},
    {.name = "stack", .min_fields = 1, .shows = DT_SHOW_VALUE}, // ustack, jstack
    {.name = "sym", .min_fields = 1, .shows = DT_SHOW_VALUE},	// func, mod, usym, …
    {.name = "tracemem", .min_fields = 1, .shows = DT_SHOW_MEMORY},
    {.name = "print", .min_fields = 1, .shows = DT_SHOW_TYPED},
    {.name = "printf", .has_format = true, .shows = DT_SHOW_FORMATTED},
    {.name = "printa", .min_aggs = 1, .shows = DT_SHOW_AGGS},
    {.name = "clear", .min_aggs = 1, .carry_out = clear_agg},
    {.name = "trunc", .min_aggs = 1, .carry_out = trunc_agg},
    {.name = "normalize", .min_fields = 1, .min_aggs = 1, .carry_out = normalize_agg},
    {.name = "denormalize", .min_aggs = 1, .carry_out = denormalize_agg},
    {.name = "exit", .min_fields = 1, .shows = DT_SHOW_STATUS, .carry_out = end_tracing},
    {.name = "system", .has_format = true, .carry_out = dt_effect_system},
    {.name = "freopen", .has_format = true, .carry_out = dt_effect_freopen},
    {.name = "ftruncate", .carry_out = dt_effect_ftruncate},
    {.name = "setopt", .min_fields = 1, .carry_out = dt_effect_setopt},
    {.name = "speculate", .min_fields = 1, .joins = true},
    {.name = "commit", .min_fields = 1, .end = commit_speculation},
    {.name = "discard", .min_fields = 1, .end = discard_speculation},
};

const struct dt_action_type *dt_action_type(const char *name)
{
	for (size_t i = 0; i < dt_array_len(types); i++)
		if (!strcmp(types[i].name, name))
			return &types[i];
	return NULL;
}
