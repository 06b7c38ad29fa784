/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The dtrace provider: BEGIN, END and ERROR, with the same ids as in every DTrace.
 *
 * No program is attached. The consumer runs the programs of BEGIN and END; they are raw tracepoint
 * programs because the kernel runs that kind on request. ERROR's clauses are compiled into the
 * programs that may fault, where lowering supplies its arguments.
 */
#include "provider/provider.h"

#include "abi/program.h"

static const char *const probe_names[] = {"BEGIN", "END", "ERROR"};

extern const struct dt_provider dt_provider_dtrace;

// The consumer runs each program separately.
static const struct dt_context in_tracer = {
    .name = "dtrace", .attach = DT_ATTACH_TRACER, .is_single = true, .in_consumer = true};
static const struct dt_context context = {.name = "dtrace",
					  .attach = DT_ATTACH_RAW_TRACEPOINT,
					  .is_single = true,
					  .in_consumer = true,
					  .in_tracer = &in_tracer};

static struct dt_probe *dtrace_by_id(struct dt_registry *r, uint32_t id)
{
	uint32_t i = id - dt_provider_dtrace.id_base;
	struct dt_probe *p = dt_registry_add(r, &dt_provider_dtrace, id, "", "", probe_names[i]);

	p->context = &context;
	return p;
}

static struct dt_error *dtrace_match(struct dt_registry *r, const struct dt_probe_query *q,
				     const struct dt_probe_sink *sink)
{
	if (!dt_query_field(q->module, "") || !dt_query_field(q->function, ""))
		return NULL;
	for (uint32_t i = 0; i < dt_array_len(probe_names); i++)
		if (dt_query_field(q->name, probe_names[i]))
			sink->found(sink->self, dtrace_by_id(r, dt_provider_dtrace.id_base + i));
	return NULL;
}

const struct dt_provider dt_provider_dtrace = {
    .name = "dtrace",
    .id_base = DT_PROBE_BEGIN,
    .id_count = dt_array_len(probe_names),
    .flags = DT_PF_CONSUMER | DT_PF_ALONE,
    .attributes = {"Stable/Stable/Common", "Private/Private/Unknown", "Private/Private/Unknown",
		   "Stable/Stable/Common", "Stable/Stable/Common"},
    .mechanism = "run by dtrace itself",
    .claims = (const char *const[]){"BEGIN", "END", "ERROR", NULL},
    .match = dtrace_match,
    .by_id = dtrace_by_id,
    .doc =
	"BEGIN fires once, before every other probe; END once, after all others; ERROR when a "
	"clause of any probe faults. ERROR's arg1 is the EPID of the faulting probe, arg2 the "
	"number of the action, arg3 the offset in its code, arg4 the fault and arg5 the address.",
    .example = "BEGIN { printf(\"tracing\\n\"); } END { printf(\"done\\n\"); }",
};
