/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Text output of the consumer: one large buffer before a FILE, and the number formatting that a
 * million records a second need. Without a file it is a string builder that only grows.
 *
 * The first failed write is remembered and everything after it is discarded, so that printing code
 * checks nothing: dt_out_flush() tells.
 */
#ifndef DT_CONSUME_OUT_H
#define DT_CONSUME_OUT_H

#include "base/error.h"
#include "dialect/color.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct dt_out {
	FILE *file; // borrowed; NULL: keep everything in the buffer
	char *data;
	size_t len, cap;
	int error; // errno of the first failed write
	bool reported;
	int held;     // somebody writes or moves the buffer
	bool colors;  // headers and bars are painted; off at first, and after dt_out_redirect()
	bool shields; // a terminal: control characters of data are shown, not obeyed (visible.h)
};

void dt_out_init(struct dt_out *o, FILE *file);
void dt_out_deinit(struct dt_out *o);

/** Hand everything to the kernel. The error (naming the file) is returned once. */
struct dt_error *dt_out_flush(struct dt_out *o) dt_must_use;
/** Write the buffer from another thread than the owner's, which stops at its next write. */
void dt_out_salvage(struct dt_out *o);
/** Print to another file from here on; what is buffered goes to the old one. */
void dt_out_redirect(struct dt_out *o, FILE *file);

/** Make `n` more bytes free at data + len. */
void dt_out_make_room(struct dt_out *o, size_t n);

static inline char *dt_out_room(struct dt_out *o, size_t n)
{
	if (o->cap - o->len < n)
		dt_out_make_room(o, n);
	return o->data + o->len;
}

static inline void dt_out_char(struct dt_out *o, char c)
{
	*dt_out_room(o, 1) = c;
	o->len++;
}

static inline void dt_out_bytes(struct dt_out *o, const void *p, size_t n)
{
	if (!n)
		return;
	memcpy(dt_out_room(o, n), p, n);
	o->len += n;
}

static inline void dt_out_text(struct dt_out *o, const char *text)
{
	dt_out_bytes(o, text, strlen(text));
}

static inline void dt_out_paint(struct dt_out *o, enum dt_paint paint)
{
	dt_out_text(o, dt_paint(o->colors, paint));
}

void dt_out_fill(struct dt_out *o, char c, size_t n);
/** Right-aligned in `width` columns (0: none), left-aligned if `left`. */
void dt_out_padded(struct dt_out *o, const char *text, size_t len, size_t width, bool left);
/** The same with what a terminal would obey escaped (base/text/visible.h). */
void dt_out_shielded(struct dt_out *o, const char *text, size_t len, size_t width, bool left,
		     bool is_name);

/** The same for text that is not our program's: a name, or data. */
static inline void dt_out_others(struct dt_out *o, const char *text, size_t len, size_t width,
				 bool left, bool is_name)
{
	if (o->shields)
		dt_out_shielded(o, text, len, width, left, is_name);
	else if (width <= len)
		dt_out_bytes(o, text, len);
	else
		dt_out_padded(o, text, len, width, left);
}

static inline void dt_out_name(struct dt_out *o, const char *text, size_t len, size_t width,
			       bool left)
{
	dt_out_others(o, text, len, width, left, true);
}

void dt_out_int(struct dt_out *o, int64_t v, size_t width);
void dt_out_uint(struct dt_out *o, uint64_t v, size_t width);
/** Lower-case hexadecimal without a prefix, at least `digits` digits. */
void dt_out_hex(struct dt_out *o, uint64_t v, size_t digits);
void dt_out_printf(struct dt_out *o, const char *fmt, ...) dt_printf_like(2, 3);

enum { DT_OUT_NUMBER = 24 }; // bytes that hold any 64-bit number in decimal or octal
/** Decimal digits into the end of `buf`; returns where they begin. */
char *dt_out_decimal(char buf[DT_OUT_NUMBER], uint64_t v);

#endif
