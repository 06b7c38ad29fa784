/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Text from others that is shown to people: names of processes, symbols, paths, copied strings, and
 * the messages that name them. A terminal would obey its control characters, so terminals get them
 * as C escapes. In a name those are newlines and tabs as well, which would forge lines; in data
 * they stay as they are, because programs and what they copy consist of lines.
 */
#ifndef DT_BASE_TEXT_VISIBLE_H
#define DT_BASE_TEXT_VISIBLE_H

#include "base/str.h"

#include <stdio.h>

/** Length of the UTF-8 sequence at s, of which `max` bytes are there; 0: it is none. */
size_t dt_utf8_sequence(const char *s, size_t max);
/** Append it, with what a terminal would obey escaped. */
void dt_visible_append(struct dt_str *s, const char *text, size_t len, bool is_name);

bool dt_is_terminal(FILE *file);
/** Print it; a terminal gets what it would obey escaped, but for a newline at the end. Returns how
 * many bytes were shown. */
size_t dt_visible_print(FILE *out, const struct dt_str *text, bool is_name);
/** The same of names, as fprintf(). */
size_t dt_visible_printf(FILE *out, const char *fmt, ...) dt_printf_like(2, 3);

#endif
