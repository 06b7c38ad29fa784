/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A sink is a client of the record interface. It passes the results of tracing on in one form:
 * text, JSON, folded stacks, a page, calls of a handler, batches. It receives all results, and
 * keeps or writes those that its form contains. It sees a struct dt_sink_host, nothing else of the
 * consumer.
 *
 * A sink receives a record with all its data (shape.h), then each action with an effect, and each
 * printa(), in the order of the program. The consumer carries out an effect before it passes it on,
 * and after the data that stand before it were passed on; an effect may change the output file. A
 * sink that shows all in the order of the program therefore shows data up to the next effect
 * (dt_sink_show()). After the last record the sink receives the aggregations that no printa()
 * named, the drops, and the end.
 *
 * To add a sink: 1. write a file in consume/sink/ with a const struct dt_sink_type at its end;
 * 2. add a value of option oformat, and its line in sinks[] of consumer.c; 3. write a test.
 *
 * Decision: docs/dev/decisions/0020-six-forms-between-actions-and-sinks.md
 * Decision: docs/dev/decisions/0081-sinks-receive-records-as-handlers-do.md
 */
#ifndef DT_CONSUME_SINK_SINK_H
#define DT_CONSUME_SINK_SINK_H

#include "consume/agg/agg.h"
#include "consume/data/shape.h"

struct dt_handlers; // consume/sink/handler.h

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

/** The part of the consumer that sinks may use. */
struct dt_sink_host {
	const struct dt_options *options;
	struct dt_out *out;
	struct dt_names *names;
	struct dt_aggs *aggs;		    // to show those that an event passes on
	const struct dt_handlers *handlers; // of a dt_sink_handler
	size_t batch_rows;		    // of a dt_sink_batch
	bool has_notices;		    // a page is announced when it is written
	void *self;
	/** Sends a message after everything written so far. */
	void (*message)(void *self, const char *text);
	/** Makes the consumer's work fail. Takes ownership; NULL is fine. */
	void (*fail)(void *self, struct dt_error *err);
};

/** The beginning of a sink's own state. */
struct dt_sink {
	const struct dt_sink_type *type;
	const struct dt_sink_host *host;
};

/** Only init, deinit, is_full and report may be NULL. */
struct dt_sink_type {
	size_t size; // of its state, which is initially zero except for struct dt_sink
	void (*init)(struct dt_sink *s);
	void (*deinit)(struct dt_sink *s);
	/** Writes the text for a probe that each of its records shows. Called once per probe; the
	 *  text becomes info->prefix. */
	void (*probe)(const struct dt_probe_info *info, struct dt_str *ret);
	/** Receives a record with its data. Its effects follow. */
	void (*record)(struct dt_sink *s, const struct dt_record *r);
	/** Receives action number `number` of the record's clause, which has been carried out. Its
	 *  first n_aggs aggregations have been read: all, or none after a failure. */
	void (*effect)(struct dt_sink *s, const struct dt_record *r, size_t number, size_t n_aggs);
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

struct dt_sink *dt_sink_create(const struct dt_sink_type *type, const struct dt_sink_host *host);
void dt_sink_destroy(struct dt_sink *s);

/** Sends a message. */
void dt_sink_message(struct dt_sink *s, const char *fmt, ...) dt_printf_like(2, 3);
/** Calls `show` for the actions that show data, from number `from` up to the next effect. Returns
 *  true if no effect follows, so that the record is complete. */
bool dt_sink_show(struct dt_sink *s, const struct dt_record *r, size_t from,
		  void (*show)(struct dt_sink *s, const struct dt_record *r,
			       const struct dt_action *a));

/** One for each value of enum dt_oformat. */
extern const struct dt_sink_type dt_sink_text, dt_sink_json, dt_sink_folded;
/** Used instead of those if option flame names a file. */
extern const struct dt_sink_type dt_sink_flame;

#endif
