/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Parts of the text sink, which other sinks of text share.
 */
#ifndef DT_CONSUME_SINK_TEXT_H
#define DT_CONSUME_SINK_TEXT_H

#include "base/map.h"
#include "consume/sink/sink.h"

struct dt_text_sink {
	struct dt_sink sink;
	bool header_done;
	struct dt_map indents; // -F: call depth by thread id; missing: 0
	struct dt_map faults;  // struct dt_text_fault, by their common properties
};

void dt_text_deinit(struct dt_sink *s);
void dt_text_probe(const struct dt_probe_info *info, struct dt_str *ret);
void dt_text_record(struct dt_sink *s, const struct dt_record *r);
void dt_text_effect(struct dt_sink *s, const struct dt_record *r, size_t number, size_t n_aggs);
void dt_text_drop(struct dt_sink *s, const struct dt_drop_report *d);
void dt_text_error(struct dt_sink *s, const struct dt_fault_report *f);
void dt_text_report(struct dt_sink *s);
void dt_text_exit(struct dt_sink *s, int status);

/** Callbacks that all sinks of text share. */
#define DT_TEXT_SINK                                                            \
	.probe = dt_text_probe, .record = dt_text_record, .drop = dt_text_drop, \
	.error = dt_text_error, .report = dt_text_report, .exit = dt_text_exit

/** Appends the text of an action that shows data. */
void dt_text_show(struct dt_sink *s, const struct dt_record *r, const struct dt_action *a,
		  struct dt_out *out, bool is_quiet);
/** Prints the header if it is due, then the text before the data of a record (prefix.c). */
void dt_text_prefix(struct dt_text_sink *t, const struct dt_record *r);

#endif
