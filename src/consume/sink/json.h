/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The words of JSON, written straight into the output. An object's members are written as they
 * stand in the text: `dt_out_text(o, ",\"n\":"); dt_out_int(o, n, 0);`.
 */
#ifndef DT_CONSUME_SINK_JSON_H
#define DT_CONSUME_SINK_JSON_H

#include "consume/sink/out.h"

/** A string with its quotes; bytes that are not UTF-8 become U+FFFD. */
void dt_json_string(struct dt_out *o, const char *text, size_t len);
/** The bytes in hexadecimal, as an object. */
void dt_json_bytes(struct dt_out *o, const uint8_t *p, size_t n);

#endif
