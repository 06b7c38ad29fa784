/* SPDX-License-Identifier: BSD-2-Clause */
/* check-size: table */
#include "export/metric/model.h"

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
