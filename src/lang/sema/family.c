/* SPDX-License-Identifier: BSD-2-Clause */
#include "lang/sema/metric.h"

#include "lang/builtin.h"

#include <string.h>

static const struct {
	const char *suffix;
	uint64_t divisor;
} units[] = {
    [DT_METRIC_UNITLESS] = {"", 1},	   [DT_METRIC_NS] = {"seconds", 1000000000},
    [DT_METRIC_US] = {"seconds", 1000000}, [DT_METRIC_MS] = {"seconds", 1000},
    [DT_METRIC_S] = {"seconds", 1},	   [DT_METRIC_BYTES] = {"bytes", 1},
};

const char *dt_metric_unit_suffix(enum dt_metric_unit unit)
{
	return units[unit].suffix;
}

uint64_t dt_metric_unit_divisor(enum dt_metric_unit unit)
{
	return units[unit].divisor;
}

/** Reports whether a part of the keys is a stack, which is no label. */
static bool has_stack(const struct dt_ident *agg)
{
	for (size_t i = 0; agg->key_funcs && i < agg->n_keys; i++)
		if (agg->key_funcs[i] && strstr(agg->key_funcs[i]->name, "stack"))
			return true;
	return false;
}

enum dt_metric_kind dt_metric_kind_of(const struct dt_ident *agg)
{
	static const enum dt_metric_kind kinds[DT_N_MEASURES] = {
	    [DT_MEASURE_NONE] = DT_METRIC_NONE,	    [DT_MEASURE_EVENTS] = DT_METRIC_COUNTER,
	    [DT_MEASURE_SUM] = DT_METRIC_GAUGE,	    [DT_MEASURE_MOMENTS] = DT_METRIC_MOMENTS,
	    [DT_MEASURE_EXTREME] = DT_METRIC_GAUGE, [DT_MEASURE_BUCKETS] = DT_METRIC_HISTOGRAM,
	};

	if (!agg->agg_func || has_stack(agg))
		return DT_METRIC_NONE;
	return agg->metric && agg->metric->kind ? agg->metric->kind : kinds[agg->agg_func->measure];
}

static bool ends_with(const struct dt_str *s, const char *suffix)
{
	size_t len = strlen(suffix);

	return s->len > len && !strcmp(s->data + s->len - len, suffix);
}

void dt_metric_name(const struct dt_ident *agg, struct dt_str *out)
{
	static const char total[] = "_total";
	const struct dt_metric_pragma *m = agg->metric;
	const char *unit = dt_metric_unit_suffix(m ? m->unit : DT_METRIC_UNITLESS);

	if (m && m->name)
		dt_str_append(out, m->name);
	else
		dt_str_printf(out, "dtrace_%s", strcmp(agg->name, "_") ? agg->name : "anonymous");
	if (dt_metric_kind_of(agg) == DT_METRIC_COUNTER && ends_with(out, total))
		out->data[out->len -= strlen(total)] = '\0';
	if (*unit && !(ends_with(out, unit) && out->data[out->len - strlen(unit) - 1] == '_'))
		dt_str_printf(out, "_%s", unit);
}

bool dt_metric_is_reserved(const char *label)
{
	static const char *const names[] = {"le", "quantile", "job", "instance", "host"};

	for (size_t i = 0; i < dt_array_len(names); i++)
		if (!strcmp(names[i], label))
			return true;
	return false;
}
