/* SPDX-License-Identifier: BSD-2-Clause */
#include "export/metric/model.h"

#include <string.h>

const struct dt_own_metric dt_own_metrics[DT_N_OWN] = {
    [DT_OWN_DROPS] = {"dtrace_exporter_drops", "Events that were lost, by kind.", true, "kind", 1},
    [DT_OWN_ERRORS] = {"dtrace_exporter_errors", "Faults of clauses.", true, NULL, 1},
    [DT_OWN_MISSED] = {"dtrace_exporter_missed_firings", "Firings that the kernel skipped.", true,
		       NULL, 1},
    [DT_OWN_PROBES] = {"dtrace_exporter_probes", "Probes that the program matched.", false, NULL,
		       1},
    [DT_OWN_MEMORY] = {"dtrace_exporter_kernel_memory_bytes",
		       "Kernel memory of buffers, variables and, at most, aggregations.", false,
		       NULL, 1},
    [DT_OWN_LAG] = {"dtrace_exporter_lag_seconds", "Time for which the oldest record has waited.",
		    false, NULL, 1000000000},
    [DT_OWN_FOLDED] = {"dtrace_exporter_folded_keys",
		       "Keys beyond the limit of their aggregation, which are added to the series "
		       "other.",
		       true, NULL, 1},
    [DT_OWN_EXPIRED] = {"dtrace_exporter_expired_keys",
			"Series that were removed because they had not changed for an hour.", true,
			NULL, 1},
    [DT_OWN_DECREASES] = {"dtrace_exporter_decreases",
			  "Values of counters and histograms that would have fallen.", true, NULL,
			  1},
};

void dt_model_own(const struct dt_model *m, enum dt_own own,
		  void (*fn)(void *arg, const char *label, uint64_t value), void *arg)
{
	const uint64_t *counted = own == DT_OWN_FOLDED	    ? &m->folded
				  : own == DT_OWN_EXPIRED   ? &m->expired
				  : own == DT_OWN_DECREASES ? &m->decreases
							    : NULL;

	if (counted)
		fn(arg, "", *counted);
	dt_vec_foreach (&m->own, v)
		if (v->own == own && !counted)
			fn(arg, v->label, v->value);
}

/** Returns the suffixes of the samples of a kind. */
static const char *const *suffixes_of(enum dtrace_metric_kind kind)
{
	static const char *const counter[] = {"_total", NULL}, *const gauge[] = {"", NULL};
	static const char *const histogram[] = {"", "_bucket", "_sum", "_count", NULL};
	static const char *const moments[] = {"_sum", "_count", "_sumsq", NULL};

	return kind == DTRACE_METRIC_COUNTER	 ? counter
	       : kind == DTRACE_METRIC_HISTOGRAM ? histogram
	       : kind == DTRACE_METRIC_MOMENTS	 ? moments
						 : gauge;
}

static const char *at_sign(const char *aggregation)
{
	return strcmp(aggregation, "_") ? aggregation : "";
}

/** Adds the names of the family's samples. Returns a sentence if one is taken. */
static char *add_names(struct dt_map *names, struct dt_family *f)
{
	for (const char *const *suffix = suffixes_of(f->kind); *suffix; suffix++) {
		dt_cleanup(dt_free_p) char *name = dt_asprintf("%s%s", f->name, *suffix);
		const struct dt_family *other = dt_map_put_str(names, name, f);

		if (other)
			return dt_asprintf("@%s and @%s are both exported as %s: #pragma D metric "
					   "@NAME name=… renames one",
					   at_sign(other->aggregation), at_sign(f->aggregation),
					   name);
	}
	if (!strncmp(f->name, "dtrace_exporter_", strlen("dtrace_exporter_")))
		return dt_asprintf(
		    "@%s is exported as %s, which is for the exporter's own metrics: "
		    "#pragma D metric @NAME name=… renames it",
		    at_sign(f->aggregation), f->name);
	return NULL;
}

char *dt_model_clash(const struct dt_model *m)
{
	struct dt_map names = {0};
	char *error = NULL;

	for (size_t i = 0; i < m->n_families && !error; i++)
		error = add_names(&names, &m->families[i]);
	dt_map_deinit(&names);
	return error;
}
