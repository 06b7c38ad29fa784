/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Format strings of printf() and printa(). The compiler, which checks the arguments, and the
 * consumer, which prints them, use the same parser.
 *
 * A format is a list of items: literal text, then at most one conversion. `%%` is part of the
 * literal text. Source: the illumos DTrace guide, "Output Formatting".
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

/** Kinds of arguments of conversions. */
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
	const char *wants; // required kind of argument for messages, such as "integer"
	const char *doc;
};

struct dt_format_item {
	const char *literal; // text before the conversion, with `%%` replaced by `%`
	size_t literal_len;
	const struct dt_format_conv *conv; // NULL: no conversion follows the literal
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

/** Parses `len` bytes. An error (DT_ERR_USAGE) is one sentence about the format. */
struct dt_error *dt_format_parse(struct dt_format *ret, const char *text, size_t len) dt_must_use;
void dt_format_deinit(struct dt_format *f);

/** Returns the conversion of this letter, or NULL. */
const struct dt_format_conv *dt_format_conv_lookup(char name);
/** The table of all conversions, also for the documentation. */
extern const struct dt_format_conv dt_format_convs[];
extern const size_t dt_n_format_convs;

#endif
