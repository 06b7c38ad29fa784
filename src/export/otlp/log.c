/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Source: opentelemetry-proto 1.11.0, logs.proto.
 */
#include "export/otlp/otlp.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOG_RECORDS = 2 }; // of ScopeLogs
enum log_record {
	TIME = 1,
	SEVERITY,
	SEVERITY_TEXT,
	BODY = 5,
	ATTRIBUTES,
	TRACE_ID = 9,
	SPAN_ID,
	OBSERVED
};
enum { STRING = 1 }; // of AnyValue

/** Begins a LogRecord. The caller writes attributes and ends it. */
static void begin_record(struct dt_pb *pb, uint64_t time, enum dt_severity severity,
			 const char *body)
{
	dt_pb_begin(pb, LOG_RECORDS);
	dt_pb_fixed64(pb, TIME, time);
	dt_pb_fixed64(pb, OBSERVED, time);
	dt_pb_varint(pb, SEVERITY, severity);
	dt_pb_string(pb, SEVERITY_TEXT,
		     severity == DT_INFO   ? "INFO"
		     : severity == DT_WARN ? "WARN"
					   : "ERROR");
	dt_pb_begin(pb, BODY);
	dt_pb_string(pb, STRING, body);
	dt_pb_end(pb);
}

static void write_probe(struct dt_pb *pb, struct dtrace *d, uint32_t id)
{
	struct dtrace_probe p = {.size = sizeof(p)};
	char name[1024];

	if (!dtrace_probe(d, id, &p))
		return;
	snprintf(name, sizeof(name), "%s:%s:%s:%s", p.provider, p.module, p.function, p.name);
	dt_otlp_text(pb, ATTRIBUTES, "dtrace.probe", name);
}

/** Converts `n` bytes from hexadecimal digits. Returns false if the text is anything else. */
static bool read_hex(const char *text, uint8_t *to, size_t n)
{
	if (strlen(text) != 2 * n || strspn(text, "0123456789abcdef") != 2 * n)
		return false;
	for (size_t i = 0; i < n; i++) {
		const char digits[] = {text[2 * i], text[2 * i + 1], '\0'};

		to[i] = (uint8_t)strtoul(digits, NULL, 16);
	}
	return true;
}

/** Writes the id of a trace or span, which is no attribute but a field of the record; "" is left
 * out. Returns false if the field is not such an id. */
static bool write_id(struct dt_pb *pb, const char *name, const char *text)
{
	static const struct {
		const char *name;
		enum log_record field;
		size_t size;
	} ids[] = {{"traceid", TRACE_ID, 16}, {"spanid", SPAN_ID, 8}};
	uint8_t id[16];

	for (size_t i = 0; i < dt_array_len(ids); i++) {
		if (strcmp(ids[i].name, name) != 0)
			continue;
		if (!*text)
			return true;
		if (!read_hex(text, id, ids[i].size))
			return false;
		dt_pb_bytes(pb, ids[i].field, id, ids[i].size);
		return true;
	}
	return false;
}

/** Writes a field of a record as an attribute of its type. */
static void write_field(struct dt_pb *pb, const struct dtrace_record *r, size_t i,
			const struct dtrace_field *f)
{
	char name[256];

	if (f->kind == DTRACE_STRING && write_id(pb, f->name, dtrace_record_text(r, i)))
		return;
	snprintf(name, sizeof(name), "dtrace.%s", f->name);
	if (f->kind == DTRACE_INTEGER)
		dt_otlp_number(pb, ATTRIBUTES, name, dtrace_record_integer(r, i));
	else if (f->kind == DTRACE_FLOAT)
		dt_otlp_double(pb, ATTRIBUTES, name, dtrace_record_float(r, i));
	else
		dt_otlp_text(pb, ATTRIBUTES, name, dtrace_record_text(r, i));
}

void dt_otlp_record(struct dt_pb *pb, struct dtrace *d, const struct dtrace_record *r,
		    uint64_t wall)
{
	const struct dtrace_shape *shape = dtrace_record_shape(r);
	struct dtrace_field f = {.size = sizeof(f)};
	pid_t thread, process = dtrace_record_process(r, &thread);
	dt_cleanup(dt_str_deinit) struct dt_str body = {0};

	dt_str_append(&body, dtrace_record_output(r));
	while (body.len && body.data[body.len - 1] == '\n')
		body.data[--body.len] = '\0';
	begin_record(pb, dtrace_record_time(r) + wall, DT_INFO, dt_str_text(&body));
	write_probe(pb, d, dtrace_record_probe(r));
	dt_otlp_number(pb, ATTRIBUTES, "process.pid", process);
	dt_otlp_number(pb, ATTRIBUTES, "thread.id", thread);
	dt_otlp_number(pb, ATTRIBUTES, "dtrace.cpu", dtrace_record_cpu(r));
	for (size_t i = 0; dtrace_shape_field(shape, i, &f); i++)
		if (dtrace_record_has(r, i))
			write_field(pb, r, i, &f);
	dt_pb_end(pb);
}

void dt_otlp_fault(struct dt_pb *pb, struct dtrace *d, const struct dtrace_fault *f, uint64_t wall)
{
	char body[256];
	int n = snprintf(body, sizeof(body), "%s", f->kind);

	if (f->has_address)
		snprintf(body + n, sizeof(body) - (size_t)n, " (0x%" PRIx64 ")", f->address);
	begin_record(pb, f->time + wall, DT_ERROR, body);
	write_probe(pb, d, f->probe);
	dt_otlp_number(pb, ATTRIBUTES, "dtrace.action", f->action);
	dt_pb_end(pb);
}

void dt_otlp_drop(struct dt_pb *pb, const struct dtrace_drop *drop, uint64_t time)
{
	begin_record(pb, time, DT_WARN, drop->message);
	dt_otlp_text(pb, ATTRIBUTES, "dtrace.drop", drop->kind);
	dt_otlp_number(pb, ATTRIBUTES, "dtrace.count", (int64_t)drop->count);
	dt_pb_end(pb);
}
