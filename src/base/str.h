/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A string builder on the heap, and string functions that libc lacks.
 */
#ifndef DT_BASE_STR_H
#define DT_BASE_STR_H

#include "base/mem.h"

#include <stdbool.h>

/** A zeroed struct is an empty string. `data` is NULL while empty, else NUL-terminated. */
struct dt_str {
	char *data;
	size_t len, cap;
};

void dt_str_deinit(struct dt_str *s);
void dt_str_clear(struct dt_str *s);
void dt_str_append(struct dt_str *s, const char *text);
void dt_str_append_n(struct dt_str *s, const char *text, size_t len);
void dt_str_append_c(struct dt_str *s, char c);
void dt_str_printf(struct dt_str *s, const char *fmt, ...) dt_printf_like(2, 3);
void dt_str_vprintf(struct dt_str *s, const char *fmt, va_list ap) dt_printf_like(2, 0);
/** Appends everything that can be read from a descriptor. Returns false with errno on failure;
 * EFBIG: more than `max` bytes. */
bool dt_str_read(struct dt_str *s, int fd, size_t max);
/** Writes the text to a descriptor. Returns false with errno on failure. */
bool dt_str_write(const struct dt_str *s, int fd);
/** Returns the text, "" if empty. The builder owns it. */
const char *dt_str_text(const struct dt_str *s);
/** Returns the text as a heap string, which the caller frees, and empties the builder. */
char *dt_str_take(struct dt_str *s);
/** Appends `text` with C escapes for unprintable characters, `"` and `\`. */
void dt_str_escape(struct dt_str *s, const char *text, size_t len);

/**
 * Matches DTrace's globs: `*`, `?`, `[…]`, `[!…]` and `\`. An empty pattern matches anything.
 * Source: the illumos DTrace guide, "D Program Structure".
 */
bool dt_glob_match(const char *pattern, const char *text);
/** Reports whether the pattern contains a special character of dt_glob_match(). */
bool dt_glob_is(const char *pattern);

#endif
