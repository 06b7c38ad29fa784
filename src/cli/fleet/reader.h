/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Reads a line of JSON that another machine sent. The reader is strict: one value of RFC 8259 in
 * UTF-8, at most DT_JSON_DEPTH deep, without control characters and U+0000 in strings. It never
 * reads beyond the line, and takes memory in proportion to its length.
 */
#ifndef DT_CLI_FLEET_READER_H
#define DT_CLI_FLEET_READER_H

#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DT_JSON_DEPTH = 12 };

enum dt_json_kind {
	DT_JSON_NULL,
	DT_JSON_BOOL,
	DT_JSON_NUMBER,
	DT_JSON_STRING,
	DT_JSON_ARRAY,
	DT_JSON_OBJECT,
};

struct dt_json_value {
	enum dt_json_kind kind;
	bool is_true;		     // BOOL
	const char *name;	     // of a member, terminated
	const char *text;	     // terminated; NUMBER: as it is written
	size_t len;		     // of the text
	struct dt_json_value *first; // of the members or elements
	struct dt_json_value *next;  // in the same object or array
	size_t n;		     // number of members or elements
};

/** A line that was read. A zeroed struct is empty and can be used for any number of lines. */
struct dt_json_line {
	dt_vec(struct dt_json_value) values; // the first one is the line's
	dt_vec(char) text;		     // of names and values
};
void dt_json_line_deinit(struct dt_json_line *l);

/** Reads a line. Returns its value, which lives until the next call, or NULL if it is wrong. */
const struct dt_json_value *dt_json_read(struct dt_json_line *l, const char *line, size_t len);

/** Returns the first member with this name, or NULL. `object` may be NULL or another value. */
const struct dt_json_value *dt_json_find(const struct dt_json_value *object, const char *name);
/** Returns the first member with this name if it is of this kind, else NULL. */
const struct dt_json_value *dt_json_member(const struct dt_json_value *object, const char *name,
					   enum dt_json_kind kind);
/** Returns the text of a member that is a string, or NULL. */
const char *dt_json_word(const struct dt_json_value *object, const char *name);
/** Writes an integer of 64 bits; an unsigned one is the same bits. Returns false if it is none. */
bool dt_json_integer(const struct dt_json_value *v, int64_t *ret);
/** Writes the member with this name if it is an integer, else returns false. */
bool dt_json_integer_member(const struct dt_json_value *object, const char *name, int64_t *ret);
/** Reports whether the member is true. */
bool dt_json_is_true(const struct dt_json_value *object, const char *name);

#endif
