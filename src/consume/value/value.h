/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * One datum of a record or a key: reading it, and printing it in the default forms of trace(),
 * aggregation keys, tracemem() and print(). Source: the illumos DTrace guide,
 * "Output Formatting", and illumos' <libdtrace/common/dt_consume.c>.
 *
 * `base` is what the field's offset counts from. Every field fits into its record: that is checked
 * once for the description (dt_field_check()) and once for the length of each record.
 */
#ifndef DT_CONSUME_VALUE_VALUE_H
#define DT_CONSUME_VALUE_VALUE_H

#include "consume/sink/out.h"
#include "consume/value/names.h"

/** Does the field lie within `limit` bytes, with a size that its kind allows? */
bool dt_field_check(const struct dt_field *f, uint32_t limit);

/** Value of an INT field; extended by the sign of its type, or as given. A value that the type
 *  holds is extended from the width of the type, another one is that of all its bits. */
int64_t dt_field_int(const struct dt_field *f, const uint8_t *base);
int64_t dt_field_int_as(const struct dt_field *f, const uint8_t *base, bool is_signed);
bool dt_field_is_signed(const struct dt_field *f);
/** Value of a floating-point number of `size` bytes; false: the type (or NULL) is another one. */
bool dt_value_float(const struct dt_type *t, const uint8_t *bytes, size_t size, long double *ret);
/** Text of a STRING, PROBE or BYTES field, not NUL-terminated; NULL for other kinds. */
const char *dt_field_text(struct dt_names *names, const struct dt_field *f, const uint8_t *base,
			  size_t *len);

struct dt_value_style {
	bool quiet;	   // no padding
	bool rawbytes;	   // never take bytes for a string
	size_t text_width; // 33 in records, 50 in keys
};
enum { DT_TRACE_WIDTH = 33, DT_KEY_WIDTH = 50 };

/** The default form of a value of any kind. */
void dt_value_print(struct dt_out *o, struct dt_names *names, const struct dt_field *f,
		    const uint8_t *base, const struct dt_value_style *style);
/** The dump of tracemem(). */
void dt_value_dump(struct dt_out *o, const uint8_t *bytes, size_t n);
/** A line for each frame of a stack. */
void dt_value_stack(struct dt_out *o, struct dt_names *names, const struct dt_field *f,
		    const uint8_t *base, size_t indent);

/** Appends the name of a value of an enum or a named type. Returns false if it has none; t may be
 * NULL. */
bool dt_value_name(struct dt_str *out, const struct dt_type *t, int64_t v);

/** Is there a type to print the field with? */
bool dt_value_has_type(const struct dt_field *f);
/** print(): the value as C would initialise it, `size` bytes of the given type (typed.c). */
void dt_value_typed(struct dt_out *o, const struct dt_type *t, const uint8_t *bytes, size_t size);

#endif
