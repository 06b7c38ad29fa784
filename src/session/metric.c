/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Metrics of the public header.
 */
#include "session/program/program.h"

#include "lang/ident.h"
#include "lang/sema/metric.h"

#include <string.h>

/** Returns the part of a variable's or member's name that is a label. */
static const char *plain_name(const char *name)
{
	const char *arrow = name ? strrchr(name, '>') : NULL,
		   *dot = name ? strrchr(name, '.') : NULL;

	return arrow && arrow > dot ? arrow + 1 : dot ? dot + 1 : name;
}

/** Reports whether the exporter or a server gives a label of this name itself. */
static bool is_reserved(const char *name)
{
	return dt_metric_is_reserved(name) || !strncmp(name, "__", 2);
}

static bool is_taken(const char *const *labels, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(labels[i], name))
			return true;
	return false;
}

/** Returns the labels of the keys: their names, made unique. */
static const char *const *default_labels(struct dt_arena *arena, const struct dt_agg_desc *a)
{
	const char **labels = dt_arena_array(arena, const char *, a->n_keys + 1);

	for (size_t i = 0; i < a->n_keys; i++) {
		const char *name = plain_name(a->keys[i].name);

		if (!name)
			name = dt_arena_printf(arena, "key%zu", i + 1);
		else if (is_reserved(name))
			name = dt_arena_printf(arena, "key_%s", name);
		labels[i] = name;
		for (size_t n = 2; is_taken(labels, i, labels[i]); n++)
			labels[i] = dt_arena_printf(arena, "%s_%zu", name, n);
	}
	return labels;
}

static enum dtrace_metric_kind public_kind(enum dt_metric_kind kind)
{
	static const enum dtrace_metric_kind kinds[] = {
	    [DT_METRIC_DEFAULT] = DTRACE_METRIC_NONE,
	    [DT_METRIC_NONE] = DTRACE_METRIC_NONE,
	    [DT_METRIC_COUNTER] = DTRACE_METRIC_COUNTER,
	    [DT_METRIC_GAUGE] = DTRACE_METRIC_GAUGE,
	    [DT_METRIC_HISTOGRAM] = DTRACE_METRIC_HISTOGRAM,
	    [DT_METRIC_MOMENTS] = DTRACE_METRIC_MOMENTS,
	};

	return kinds[kind];
}

bool dtrace_metric(struct dtrace *d, size_t i, struct dtrace_metric *ret)
{
	static const struct dt_metric_pragma none = {0};

	if (!d || !ret || !d->programs->desc || i >= d->programs->desc->n_aggs)
		return false;
	struct dt_arena *arena = d->compile->arena;
	const struct dt_agg_desc *a = &d->programs->desc->aggs[i];
	const struct dt_ident *id = dt_ident_lookup(&d->compile->aggs, a->name);
	if (!id)
		return false;
	const struct dt_metric_pragma *p = id->metric ? id->metric : &none;
	bool is_anonymous = !strcmp(a->name, "_");
	dt_cleanup(dt_str_deinit) struct dt_str name = {0};

	dt_metric_name(id, &name);
	const struct dtrace_metric m = {
	    .size = sizeof(m),
	    .aggregation = a->name,
	    .function = a->func->name,
	    .name = dt_arena_strdup(arena, dt_str_text(&name)),
	    .help = p->help ? p->help
			    : dt_arena_printf(arena, "@%s = %s() in D.",
					      is_anonymous ? "" : a->name, a->func->name),
	    .kind = public_kind(dt_metric_kind_of(id)),
	    .unit = dt_metric_unit_suffix(p->unit),
	    .divisor = dt_metric_unit_divisor(p->unit),
	    .labels = p->labels ? p->labels : default_labels(arena, a),
	    .n_labels = a->n_keys,
	    .has_range = p->has_range,
	    .low = p->low,
	    .high = p->high,
	    .has_sum = p->has_sum,
	    .limit = p->limit ? p->limit : DT_METRIC_LIMIT,
	    .is_declared = id->metric != NULL,
	};
	dt_api_copy(ret, &m, sizeof(m));
	return true;
}
