/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Prints untrusted text: names of processes, symbols, paths, copied strings, and messages that
 * contain them. A terminal would interpret control characters, and format characters of Unicode
 * hide text or change its order, so on terminals both appear as C escapes. In names this includes
 * newlines and tabs, which could forge lines. In data newlines and tabs remain, because the text
 * that programs copy consists of lines.
 */
#ifndef DT_BASE_TEXT_VISIBLE_H
#define DT_BASE_TEXT_VISIBLE_H

#include "base/str.h"

#include <stdio.h>

/** A word of eight equal bytes, to search eight bytes of a text at a time. */
#define DT_EACH_BYTE(byte) (UINT64_C(0x0101010101010101) * (byte))

/** Returns the length of the UTF-8 sequence at s, which has `max` bytes, or 0 if it is invalid. */
size_t dt_utf8_sequence(const char *s, size_t max);
/** Returns the length of the character at s, which has `max` bytes, and sets *is_control if it is a
 * control or format character. A byte that is no UTF-8 counts as a character. */
size_t dt_visible_character(const char *s, size_t max, bool *is_control);
/** Appends the text with control and format characters escaped. */
void dt_visible_append(struct dt_str *s, const char *text, size_t len, bool is_name);

bool dt_is_terminal(FILE *file);

#endif
