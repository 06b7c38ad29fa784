/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Reads a field of a record or a key, and prints it in the default forms of trace(), aggregation
 * keys, tracemem() and print(). Source: the illumos DTrace guide,
 * "Output Formatting", and illumos' <libdtrace/common/dt_consume.c>.
 *
 * The field's offset counts from `base`. Every field fits into its record: this is checked once for
 * the description (dt_field_check()) and once for the length of each record.
 */
#ifndef DT_CONSUME_VALUE_VALUE_H
#define DT_CONSUME_VALUE_VALUE_H

#include "consume/value/out.h"
#include "consume/value/names.h"

/** Reports whether the field lies within `limit` bytes and has a size that its kind allows. */
bool dt_field_check(const struct dt_field *f, uint32_t limit);

/** Return the value of an INT field, extended by the sign of its type or by `is_signed`. A value
 *  that fits into the type is extended from the type's width, any other from the field's. */
int64_t dt_field_int(const struct dt_field *f, const uint8_t *base);
int64_t dt_field_int_as(const struct dt_field *f, const uint8_t *base, bool is_signed);
/** Returns the bytes of the field's type. The field is larger if all bits of an integer count. */
uint32_t dt_field_width(const struct dt_field *f);
bool dt_field_is_signed(const struct dt_field *f);
/** Converts a floating-point number of `size` bytes. Returns false if the type is not
 *  floating-point, or is NULL. */
bool dt_value_float(const struct dt_type *t, const uint8_t *bytes, size_t size, long double *ret);
/** Returns the text of a STRING, PROBE or BYTES field, not NUL-terminated, or NULL for other kinds.
 */
const char *dt_field_text(struct dt_names *names, const struct dt_field *f, const uint8_t *base,
			  size_t *len);

struct dt_value_style {
	bool quiet;	   // no padding
	bool rawbytes;	   // never print bytes as a string
	size_t text_width; // 33 in records, 50 in keys
};
enum { DT_TRACE_WIDTH = 33, DT_KEY_WIDTH = 50 };

/** Prints a value of any kind in its default form. */
void dt_value_print(struct dt_out *o, struct dt_names *names, const struct dt_field *f,
		    const uint8_t *base, const struct dt_value_style *style);
/** Prints the dump of tracemem(). */
void dt_value_dump(struct dt_out *o, const uint8_t *bytes, size_t n);
/** Prints a line for each frame of a stack. */
void dt_value_stack(struct dt_out *o, struct dt_names *names, const struct dt_field *f,
		    const uint8_t *base, size_t indent);

/** Appends the name of a value of an enum or a named type. Returns false if it has none; t may be
 * NULL. */
bool dt_value_name(struct dt_str *out, const struct dt_type *t, int64_t v);

/** Reports whether the field's type is an array of characters. */
bool dt_field_is_chars(const struct dt_field *f);
/** Prints a value as print() does: as a C initialiser, or in its default form. */
void dt_value_print_typed(struct dt_out *o, struct dt_names *names, const struct dt_field *f,
			  const uint8_t *base);
/** Reports whether the field has a type that dt_value_typed() can print. */
bool dt_value_has_type(const struct dt_field *f);
/** Prints `size` bytes of the given type as a C initialiser, as print() does (typed.c). */
void dt_value_typed(struct dt_out *o, const struct dt_type *t, const uint8_t *bytes, size_t size);

/** Kinds of values as data. */
enum dt_datum_kind {
	DT_DATUM_INTEGER,
	DT_DATUM_FLOAT,
	DT_DATUM_STRING,
	DT_DATUM_BYTES, // a struct, an array, or the memory of tracemem()
	DT_DATUM_STACK,
	DT_DATUM_SYMBOL,
};

/** Returns the kind of a field of a record or of a key. */
enum dt_datum_kind dt_datum_kind(const struct dt_field *f);
/** Returns a name that none of the `n` earlier ones equals: the field's, else `otherwise`_n. */
const char *dt_datum_name(struct dt_arena *arena, const struct dt_field *f, const char *otherwise,
			  const char *const *earlier, size_t n);

#endif
