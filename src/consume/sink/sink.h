/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A sink writes the results of tracing in one form: text, JSON, folded stacks. It receives all
 * results, and keeps or writes those that its form contains.
 *
 * A sink receives the beginning of a record, each action that shows data, in the order of the
 * program, and the end of the record. The consumer carries out effects (system(), freopen(),
 * clear()) between these calls; each may change the output file. Before a DT_SHOW_AGGS the consumer
 * has read the aggregations; dt_agg_table_init() returns their rows. After the last record the sink
 * receives the aggregations that no printa() named, the drops, and the end.
 *
 * To add a sink: 1. write a file in consume/sink/ with a const struct dt_sink_type at its end;
 * 2. add a value of option oformat, and its line in sinks[] of consumer.c; 3. write a test.
 *
 * Decision: docs/dev/decisions/0020-six-forms-between-actions-and-sinks.md
 */
#ifndef DT_CONSUME_SINK_SINK_H
#define DT_CONSUME_SINK_SINK_H

#include "consume/agg/agg.h"
#include "consume/record/action.h"

/** Drops; each is reported once. */
struct dt_drop_report {
	const char *tag; // "PRINCIPAL", …
	uint64_t n;	 // number of drops
	int cpu;	 // -1: all CPUs together
	const char *message;
	const char *advice; // how to avoid them, once per run; or NULL
};

/** A fault of a clause. */
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

/** Only init, deinit, action, end_record, effect, is_full and report may be NULL. Callbacks pass
 *  errors to dt_consumer_fail(). */
struct dt_sink_type {
	size_t size; // of its state, which is initially zero except for struct dt_sink
	void (*init)(struct dt_sink *s);
	void (*deinit)(struct dt_sink *s);
	/** Writes the text for a probe that each of its records shows. Called once per probe; the
	 *  text becomes info->prefix. */
	void (*probe)(const struct dt_probe_info *info, struct dt_str *ret);
	void (*record)(struct dt_sink *s, const struct dt_record *r);
	void (*action)(struct dt_sink *s, const struct dt_record *r, const struct dt_action *a);
	void (*end_record)(struct dt_sink *s, const struct dt_record *r);
	/** Receives each action with an effect, and each printa(); the effect has been carried out.
	 */
	void (*effect)(struct dt_sink *s, const struct dt_record *r, const struct dt_action *a);
	/** Reports whether it cannot hold more records. */
	bool (*is_full)(const struct dt_sink *s);
	/** Receives the aggregations in the order of first use. They have been read. */
	void (*aggregations)(struct dt_sink *s, struct dt_agg *const *aggs, size_t n);
	void (*drop)(struct dt_sink *s, const struct dt_drop_report *d);
	void (*error)(struct dt_sink *s, const struct dt_fault_report *f);
	/** Called at statusrate and at the end: reports events that were only counted. */
	void (*report)(struct dt_sink *s);
	/** Called last, if exit() ended tracing. */
	void (*exit)(struct dt_sink *s, int status);
};

struct dt_sink *dt_sink_create(const struct dt_sink_type *type, struct dt_consumer *c);
void dt_sink_destroy(struct dt_sink *s);

/** One for each value of enum dt_oformat. */
extern const struct dt_sink_type dt_sink_text, dt_sink_json, dt_sink_folded;
/** Used instead of those if option flame names a file. */
extern const struct dt_sink_type dt_sink_flame;

#endif
