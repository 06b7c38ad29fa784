/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Text output of the consumer: one large buffer before a FILE, and number formatting that is fast
 * enough for a million records a second. Without a file it is a string builder that only grows.
 *
 * After the first failed write, all output is discarded, so printing code need not check for
 * errors. dt_out_flush() reports the failure.
 */
#ifndef DT_CONSUME_VALUE_OUT_H
#define DT_CONSUME_VALUE_OUT_H

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
	int is_locked;	// a lock: a thread writes or moves the buffer
	bool colors;	// paint headers and bars; off initially, and after dt_out_redirect()
	bool shields;	// for a terminal: escape control characters in data (visible.h)
	FILE *terminal; // the first file, if it was one, and still is for `shields`
};

void dt_out_init(struct dt_out *o, FILE *file);
void dt_out_deinit(struct dt_out *o);

/** Writes the buffer to the file. Returns an error, which names the file, only once. */
struct dt_error *dt_out_flush(struct dt_out *o) dt_must_use;
/** Writes the buffer from a thread other than the owner's, which stops at its next write. */
void dt_out_salvage(struct dt_out *o);
/** Redirects further output to another file. Buffered output goes to the old one. */
void dt_out_redirect(struct dt_out *o, FILE *file);

/** Makes `n` bytes free at data + len. */
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
/** Writes the text right-aligned in `width` columns (0: no padding), or left-aligned if `left`. */
void dt_out_padded(struct dt_out *o, const char *text, size_t len, size_t width, bool left);
/** The same, with control characters escaped (base/text/visible.h). */
void dt_out_shielded(struct dt_out *o, const char *text, size_t len, size_t width, bool left,
		     bool is_name);

/** The same for text that does not come from the D program: a name, or data. Escapes it if
 *  `shields` is set. */
static inline void dt_out_untrusted(struct dt_out *o, const char *text, size_t len, size_t width,
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
	dt_out_untrusted(o, text, len, width, left, true);
}

void dt_out_int(struct dt_out *o, int64_t v, size_t width);
void dt_out_uint(struct dt_out *o, uint64_t v, size_t width);
/** Writes lower-case hexadecimal without a prefix, with at least `digits` digits. */
void dt_out_hex(struct dt_out *o, uint64_t v, size_t digits);
void dt_out_printf(struct dt_out *o, const char *fmt, ...) dt_printf_like(2, 3);

enum { DT_OUT_NUMBER = 24 }; // bytes for any 64-bit number in decimal or octal
/** Writes decimal digits to the end of `buf`. Returns the first one's position. */
char *dt_out_decimal(char buf[DT_OUT_NUMBER], uint64_t v);

#endif
