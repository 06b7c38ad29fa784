/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Writes the values of JSON directly to the output. The caller writes the members of an object as
 * text: `dt_out_text(o, ",\"n\":"); dt_out_int(o, n, 0);`.
 */
#ifndef DT_CONSUME_SINK_JSON_H
#define DT_CONSUME_SINK_JSON_H

#include "consume/value/out.h"

struct dt_agg;
struct dt_sink_host; // consume/sink/sink.h

/** Writes a string with its quotes. Bytes that are not UTF-8 become U+FFFD. */
void dt_json_string(struct dt_out *o, const char *text, size_t len);
/** Writes an object with the bytes in hexadecimal. */
void dt_json_bytes(struct dt_out *o, const uint8_t *p, size_t n);
/** Writes the line of an aggregation to host->out. Uses the host's options and names alone. */
void dt_json_aggregation(const struct dt_sink_host *host, struct dt_agg *g);

#endif
