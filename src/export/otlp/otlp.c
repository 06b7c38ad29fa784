/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Source: opentelemetry-proto 1.11.0, common.proto.
 */
#include "export/otlp/otlp.h"

enum key_value { KEY = 1, VALUE };
enum any_value { STRING = 1, INT = 3, DOUBLE = 4 };
enum scope { NAME = 1, VERSION };
enum { SCOPE = 1 }; // of ScopeMetrics, ScopeLogs, ScopeProfiles

void dt_otlp_scope(struct dt_pb *pb)
{
	dt_pb_begin(pb, SCOPE);
	dt_pb_string(pb, NAME, "dtrace");
	dt_pb_string(pb, VERSION, DT_VERSION);
	dt_pb_end(pb);
}

static void begin_value(struct dt_pb *pb, unsigned field, const char *key)
{
	dt_pb_begin(pb, field);
	dt_pb_string(pb, KEY, key);
	dt_pb_begin(pb, VALUE);
}

static void end_value(struct dt_pb *pb)
{
	dt_pb_end(pb);
	dt_pb_end(pb);
}

void dt_otlp_text(struct dt_pb *pb, unsigned field, const char *key, const char *value)
{
	begin_value(pb, field, key);
	dt_pb_string(pb, STRING, value);
	end_value(pb);
}

void dt_otlp_number(struct dt_pb *pb, unsigned field, const char *key, int64_t value)
{
	begin_value(pb, field, key);
	dt_pb_varint_always(pb, INT, (uint64_t)value);
	end_value(pb);
}

void dt_otlp_double(struct dt_pb *pb, unsigned field, const char *key, double value)
{
	begin_value(pb, field, key);
	dt_pb_double(pb, DOUBLE, value);
	end_value(pb);
}
