/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Results as data for a program that uses the library: a sink that calls functions.
 */
#ifndef DT_CONSUME_SINK_HANDLER_H
#define DT_CONSUME_SINK_HANDLER_H

#include "consume/data/shape.h"
#include "consume/sink/sink.h"

/** A record while a handler runs. */
struct dt_shown_record {
	struct dt_names *names;
	const struct dt_record *r;
	const struct dt_shape *shape;
	void *scratch; // the sink
};

/** An action with an effect. The consumer has carried it out. */
struct dt_effect {
	const char *action; // "printa", "exit", "system" …
	int64_t number;	    // of exit(), trunc() and normalize(); else 0
	const char *text;   // the command of system(), the path of freopen(); else NULL
	struct dt_agg_snapshot *const *aggs; // n_aggs
	size_t n_aggs;
};

/** Functions that receive the results instead of a text. Each may be NULL. */
struct dt_handlers {
	void *self;
	void (*record)(void *self, const struct dt_shown_record *r);
	/** `r` is NULL for the aggregations that are printed at the end. */
	void (*effect)(void *self, const struct dt_shown_record *r, const struct dt_effect *e);
	void (*drop)(void *self, const struct dt_drop_report *d);
	void (*fault)(void *self, const struct dt_fault_report *f);
};

/** Used instead of a form of text if the configuration has handlers, or batches. */
extern const struct dt_sink_type dt_sink_handler, dt_sink_batch;

/** Callbacks of a sink that show nothing. */
void dt_data_probe(const struct dt_probe_info *info, struct dt_str *ret);
void dt_data_effect(struct dt_sink *s, const struct dt_record *r, size_t number, size_t n_aggs);
void dt_data_aggregations(struct dt_sink *s, struct dt_agg *const *aggs, size_t n);

// Of a record, i.e. of field number i of its shape.
bool dt_shown_has(const struct dt_shown_record *r, size_t i);
/** Returns the bytes of a STRING or BYTES field, and writes their number. */
const void *dt_shown_bytes(const struct dt_shown_record *r, size_t i, size_t *len);
/** Returns the number of frames, and writes them to *ret; valid until the next call. */
size_t dt_shown_stack(const struct dt_shown_record *r, size_t i, const uint64_t **ret, int *pid);
/** Returns the field as text, which lives until the next call. */
const char *dt_shown_text(const struct dt_shown_record *r, size_t i);
/** Returns the text of all data of the record, which lives until the next call. */
const char *dt_shown_output(const struct dt_shown_record *r);

#endif
