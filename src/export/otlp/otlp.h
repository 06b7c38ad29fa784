/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * OpenTelemetry's protocol (OTLP): messages of metrics, logs and profiles. The exporting process
 * adds the resource (resource.c) and sends them.
 */
#ifndef DT_EXPORT_OTLP_OTLP_H
#define DT_EXPORT_OTLP_OTLP_H

#include "export/metric/model.h"
#include "export/profile/profile.h"
#include "export/protobuf.h"

/** The signals. Their order is that of the table in push.c. */
enum dt_signal {
	DT_SIGNAL_METRICS,
	DT_SIGNAL_LOGS,
	DT_SIGNAL_PROFILES,
	DT_SIGNAL_PPROF,
	DT_N_SIGNALS
};

/** Writes the field `scope` of a message of any signal: its InstrumentationScope. */
void dt_otlp_scope(struct dt_pb *pb);
/** Writes a KeyValue in a field; the value is a text or a number. */
void dt_otlp_text(struct dt_pb *pb, unsigned field, const char *key, const char *value);
void dt_otlp_number(struct dt_pb *pb, unsigned field, const char *key, int64_t value);
void dt_otlp_double(struct dt_pb *pb, unsigned field, const char *key, double value);

// ---- metrics

/** Writes ScopeMetrics: all series, as of `time`, ns since 1970. Returns the number of points. */
uint64_t dt_otlp_metrics(struct dt_pb *pb, const struct dt_model *m, uint64_t time);

// ---- logs: ScopeLogs

enum dt_severity { DT_INFO = 9, DT_WARN = 13, DT_ERROR = 17 };

/** Writes a record of the program: its output as body, its fields as attributes. `wall` is the wall
 * clock minus CLOCK_MONOTONIC, in ns. */
void dt_otlp_record(struct dt_pb *pb, struct dtrace *d, const struct dtrace_record *r,
		    uint64_t wall);
/** Writes a fault of a clause, and lost events. */
void dt_otlp_fault(struct dt_pb *pb, struct dtrace *d, const struct dtrace_fault *f, uint64_t wall);
void dt_otlp_drop(struct dt_pb *pb, const struct dtrace_drop *drop, uint64_t time);

// ---- profiles

/** Writes ScopeProfiles: a Profile for each type of values. */
void dt_otlp_profiles(struct dt_pb *pb, const struct dt_profile *p, uint64_t time,
		      uint64_t duration);
/** Writes the field `dictionary` of the request. It may be called after dt_otlp_profiles(). */
void dt_otlp_dictionary(struct dt_pb *pb, const struct dt_profile *p);

// ---- the resource

/** Writes Resource: service.name, service.instance.id …, and those of the environment. */
void dt_otlp_resource(struct dt_pb *pb);

#endif
