/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Where the results of tracing go: text, JSON, folded stacks. A sink gets everything, and keeps or
 * writes what its form has.
 *
 * Of a record it gets the beginning, each action that shows something, in the order of the program,
 * and the end. Effects (system(), freopen(), clear()) happen between these calls and are none of
 * its business; the output may be another file after each of them. Before a DT_SHOW_AGGS the
 * aggregations have been read: dt_agg_table_init() gives their rows. After the last record come the
 * aggregations that no printa() named, what was lost, and the end.
 *
 * To add a sink: 1. a file in consume/sink/ with a const struct dt_sink_type at its end; 2. a value
 * of option oformat, and its line in sinks[] of consumer.c; 3. a test.
 *
 * Decision: docs/dev/decisions/0020-six-forms-between-actions-and-sinks.md
 */
#ifndef DT_CONSUME_SINK_SINK_H
#define DT_CONSUME_SINK_SINK_H

#include "consume/agg/agg.h"
#include "consume/record/action.h"

/** Something was lost; reported once. */
struct dt_drop_report {
	const char *tag; // "PRINCIPAL", …
	uint64_t n;	 // how many
	int cpu;	 // -1: of all together
	const char *message;
	const char *advice; // what to do about it, once a run; or NULL
};

/** A clause faulted. */
struct dt_fault_report {
	const struct dt_rec *head;
	const struct dt_fault_info *info;
	const struct dt_probe_info *probe;
	uint32_t epid;
	const char *what; // "divide-by-zero", …
	bool has_address;
};

/** The beginning of a sink's own state. */
struct dt_sink {
	const struct dt_sink_type *type;
	struct dt_consumer *c;
};

/** No callback but init, deinit and report is NULL. What fails is handed to dt_consumer_fail(). */
struct dt_sink_type {
	size_t size; // of its state, which is zero at first but for struct dt_sink
	void (*init)(struct dt_sink *s);
	void (*deinit)(struct dt_sink *s);
	/** What each record says of its probe, made once: info->prefix. */
	void (*probe)(const struct dt_probe_info *info, struct dt_str *ret);
	void (*record)(struct dt_sink *s, const struct dt_record *r);
	void (*action)(struct dt_sink *s, const struct dt_record *r, const struct dt_action *a);
	void (*end_record)(struct dt_sink *s, const struct dt_record *r);
	/** In the order of first use; they have been read. */
	void (*aggregations)(struct dt_sink *s, struct dt_agg *const *aggs, size_t n);
	void (*drop)(struct dt_sink *s, const struct dt_drop_report *d);
	void (*error)(struct dt_sink *s, const struct dt_fault_report *f);
	/** At statusrate and at the end: tell of what was only counted. */
	void (*report)(struct dt_sink *s);
	/** Tracing has ended by exit(). Nothing comes after this. */
	void (*exit)(struct dt_sink *s, int status);
};

struct dt_sink *dt_sink_create(const struct dt_sink_type *type, struct dt_consumer *c);
void dt_sink_destroy(struct dt_sink *s);

/** By enum dt_oformat. */
extern const struct dt_sink_type dt_sink_text, dt_sink_json, dt_sink_folded;
/** In the place of those, if option flame names a file. */
extern const struct dt_sink_type dt_sink_flame;

#endif
