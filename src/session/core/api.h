/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The public header as seen by the library itself: opaque types are defined as internal structs.
 */
#ifndef DT_SESSION_API_H
#define DT_SESSION_API_H

#include "base/error.h"
#include "consume/value/value.h"

#define dtrace_error	   dt_error	   // base/error.h
#define dtrace_aggregation dt_agg_snapshot // consume/agg/snapshot.h
#define dtrace_record	   dt_shown_record // consume/sink/handler.h
#define dtrace_shape	   dt_shape	   // consume/data/shape.h
#define dtrace_topic	   dt_topic
#include "dtrace/dtrace.h"
#undef dtrace_error
#undef dtrace_aggregation
#undef dtrace_record
#undef dtrace_shape
#undef dtrace_topic

/** Copies as much of a struct as its reader knows. Both structs begin with their size, and `to`
 * keeps its own. `own` is the size of `from`. */
void dt_api_copy(void *to, const void *from, size_t own);
enum dtrace_kind dt_api_kind(enum dt_datum_kind kind);

#endif
