/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Format strings of printf() and printa(): parsed once, by one parser, for the compiler that checks
 * the arguments and for the consumer that prints them.
 *
 * A format is a list of items: literal text, then at most one conversion. `%%` is part of the
 * literal text. Source: the reference, section 3.6.
 */
#ifndef DT_DIALECT_FORMAT_H
#define DT_DIALECT_FORMAT_H

#include "base/error.h"

#include <stdbool.h>

enum dt_format_flag {
	DT_FMT_ALT = 1,	   // '#'
	DT_FMT_ZERO = 2,   // '0'
	DT_FMT_LEFT = 4,   // '-'
	DT_FMT_PLUS = 8,   // '+'
	DT_FMT_SPACE = 16, // ' '
	DT_FMT_GROUP = 32, // '\''
};

/** What kind of value a conversion takes. */
enum dt_format_arg {
	DT_FMT_ARG_INT,	   // integer or enum: d i o u x X c
	DT_FMT_ARG_SCALAR, // integer or pointer: p
	DT_FMT_ARG_ADDR,   // a kernel address or sym(): a
	DT_FMT_ARG_UADDR,  // a user address or usym(): A
	DT_FMT_ARG_STRING, // string or char array: s S; of 32-bit characters: ws ls
	DT_FMT_ARG_STACK,  // stack() or ustack(): k
	DT_FMT_ARG_FLOAT,  // a traced floating value: e E f g G
	DT_FMT_ARG_TIME,   // nanoseconds since 1970: T Y
	DT_FMT_ARG_PORT,   // uint16_t: P
	DT_FMT_ARG_HOST,   // an address as string: I
};

/** One conversion character. */
struct dt_format_conv {
	char name[3]; // "%d"
	enum dt_format_arg arg;
	const char *sizes; // accepted size letters, separated by blanks
	const char *wants; // what the argument should be, for messages: "integer"
	const char *doc;
};

struct dt_format_item {
	const char *literal; // before the conversion, `%%` already undoubled; NUL-terminated
	size_t literal_len;
	const struct dt_format_conv *conv; // NULL: nothing follows the literal
	unsigned flags;			   // enum dt_format_flag
	int width;			   // -1: none
	int precision;			   // -1: none
	bool star_width;		   // taken from an int argument before the value
	bool star_precision;		   // the same, after that of the width
	bool pointer_width;		   // `?`: 16 columns; width is 16 then
	bool is_agg;			   // `@`: an aggregation's value instead of a key
	char size[3];			   // "", "h", "hh", "l", "ll", "L", "w"
	const char *text;		   // as written, "%-5lld"; NUL-terminated
};

struct dt_format {
	struct dt_format_item *items;
	size_t n_items;
	char *text; // backs the items' strings
};

/** Parse `len` bytes. The error is one sentence about the format (code DT_ERR_USAGE). */
struct dt_error *dt_format_parse(struct dt_format *ret, const char *text, size_t len) dt_must_use;
void dt_format_deinit(struct dt_format *f);

/** The conversion of that letter, or NULL. */
const struct dt_format_conv *dt_format_conv_lookup(char name);
/** All conversions, for the documents. */
extern const struct dt_format_conv dt_format_convs[];
extern const size_t dt_n_format_convs;

#endif
