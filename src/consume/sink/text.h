/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The text sink's parts, which other sinks of text are made of.
 */
#ifndef DT_CONSUME_SINK_TEXT_H
#define DT_CONSUME_SINK_TEXT_H

#include "base/map.h"
#include "consume/sink/sink.h"

struct dt_text_sink {
	struct dt_sink sink;
	bool header_done;
	struct dt_map indents; // -F: how deep a thread is, by its id; not there: 0
	struct dt_map faults;  // struct dt_text_fault, by what they have in common
};

void dt_text_deinit(struct dt_sink *s);
void dt_text_probe(const struct dt_probe_info *info, struct dt_str *ret);
void dt_text_record(struct dt_sink *s, const struct dt_record *r);
void dt_text_action(struct dt_sink *s, const struct dt_record *r, const struct dt_action *a);
void dt_text_end_record(struct dt_sink *s, const struct dt_record *r);
void dt_text_drop(struct dt_sink *s, const struct dt_drop_report *d);
void dt_text_error(struct dt_sink *s, const struct dt_fault_report *f);
void dt_text_report(struct dt_sink *s);
void dt_text_exit(struct dt_sink *s, int status);

/** What all sinks of text have in common. */
#define DT_TEXT_SINK                                                                        \
	.probe = dt_text_probe, .record = dt_text_record, .end_record = dt_text_end_record, \
	.drop = dt_text_drop, .error = dt_text_error, .report = dt_text_report,             \
	.exit = dt_text_exit

/** Header if it is due, then what stands before the data of a record (prefix.c). */
void dt_text_prefix(struct dt_text_sink *t, const struct dt_record *r);

#endif
