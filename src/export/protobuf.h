/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Writes protobuf messages: OTLP and pprof. Fields are written in the order of the calls.
 * Source: the Protocol Buffers documentation, "Encoding".
 */
#ifndef DT_EXPORT_PROTOBUF_H
#define DT_EXPORT_PROTOBUF_H

#include "base/str.h"

/** A message. A zeroed struct is empty. */
struct dt_pb {
	struct dt_str bytes;
	size_t begins[16]; // of the open messages, from the outermost inwards
	unsigned depth;	   // number of open messages
};

void dt_pb_deinit(struct dt_pb *p);

/** Varints: int32, int64, uint32, uint64, bool, enum. Zero is the default, so it is not written. */
void dt_pb_varint(struct dt_pb *p, unsigned field, uint64_t value);
/** Like dt_pb_varint(), but also writes zero: for members of a oneof and optional fields. */
void dt_pb_varint_always(struct dt_pb *p, unsigned field, uint64_t value);
/** fixed64 and sfixed64. Also writes zero. */
void dt_pb_fixed64(struct dt_pb *p, unsigned field, uint64_t value);
/** double. Also writes zero. */
void dt_pb_double(struct dt_pb *p, unsigned field, double value);
/** bytes. Also writes an empty sequence. */
void dt_pb_bytes(struct dt_pb *p, unsigned field, const void *bytes, size_t len);
/** string. Replaces each byte that is not part of valid UTF-8 by U+FFFD: receivers refuse a message
 * with one wrong string. */
void dt_pb_string(struct dt_pb *p, unsigned field, const char *text);
void dt_pb_string_n(struct dt_pb *p, unsigned field, const char *text, size_t len);

/** Begins a message as a field of the current one. Messages may be 16 deep. */
void dt_pb_begin(struct dt_pb *p, unsigned field);
/** Ends the message that was begun last. */
void dt_pb_end(struct dt_pb *p);

/** Packed varints, between dt_pb_begin() and dt_pb_end(): elements without a field's number. */
void dt_pb_element(struct dt_pb *p, uint64_t value);
/** Packed fixed64, sfixed64. */
void dt_pb_element_fixed64(struct dt_pb *p, uint64_t value);
/** Packed double. */
void dt_pb_element_double(struct dt_pb *p, double value);

/** A message that is being read, field by field. */
struct dt_pb_reader {
	const uint8_t *at, *end;
	unsigned field;
	uint64_t value;	      // of a number
	const uint8_t *bytes; // of a text, bytes or a message; NULL: the field is a number
	size_t len;
};
void dt_pb_read(struct dt_pb_reader *r, const void *bytes, size_t len);
/** Reads the next field. Returns false at the end, and if the rest is malformed. */
bool dt_pb_next(struct dt_pb_reader *r);

/** Returns the number of bytes of the valid UTF-8 character at `text`, or 0 if it is not valid. */
size_t dt_utf8_valid(const char *text, size_t len);

#endif
