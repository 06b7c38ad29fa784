/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Structured output (-O): JSON, an object a line, and folded stacks. docs/guide/json.md describes
 * the objects for users.
 */
#ifndef DT_CONSUME_SINK_JSON_H
#define DT_CONSUME_SINK_JSON_H

#include "consume/internal.h"

/** A string with its quotes; bytes that are not UTF-8 become U+FFFD. */
void dt_json_string(struct dt_out *o, const char *text, size_t len);

/** A record with its probe and the data of its actions, which are carried out. */
void dt_json_record(struct dt_consumer *c, const struct dt_record_clause *clause,
		    const struct dt_record *r, uint64_t mask);
/** The aggregations that no printa() named, an object each. */
void dt_json_aggs(struct dt_consumer *c);
/** The argument of exit(). */
void dt_json_exit(struct dt_consumer *c, int status);
/** cpu -1: of all CPUs together. */
void dt_json_drop(struct dt_consumer *c, const char *tag, uint64_t n, int cpu, const char *message);
void dt_json_error(struct dt_consumer *c, const struct dt_rec *head,
		   const struct dt_fault_info *fault, const char *what);

/** The aggregations that no printa() named and that have a stack in their key: "frame;frame n". */
void dt_folded_aggs(struct dt_consumer *c);

#endif
