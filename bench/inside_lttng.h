/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The tracepoint of bench/inside.c. LTTng includes this file several times.
 */
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER bench

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "./inside_lttng.h"

#if !defined(DT_BENCH_INSIDE_LTTNG_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define DT_BENCH_INSIDE_LTTNG_H

#include <lttng/tracepoint.h>

LTTNG_UST_TRACEPOINT_EVENT(bench, probed, LTTNG_UST_TP_ARGS(long, x),
			   LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(long, x, x)))

#endif

#include <lttng/tracepoint-event.h>
