/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Numbers about the tracing itself, of the public header.
 */
#include "session/process/process.h"
#include "session/program/program.h"
#include "session/trace/trace.h"

#include "consume/consume.h"

void dtrace_statistics(struct dtrace *d, struct dtrace_statistics *ret)
{
	if (!d || !ret)
		return;
	struct dt_consumer *consumer = d->tracing.consumer;
	struct dtrace_statistics s = {
	    .size = sizeof(s),
	    .has_recorded = consumer && !dt_consumer_is_silent(consumer),
	    .hint = dt_session_hint_script(d),
	};

	if (consumer) {
		s.errors = dt_consumer_faults(consumer);
		s.missed_firings = dt_session_misses(d);
		s.lag = dt_consumer_lag(consumer);
		dt_session_measure_memory(d, &s);
		dt_session_count_stacks(d, &s);
	}
	dt_api_copy(ret, &s, sizeof(s));
}
