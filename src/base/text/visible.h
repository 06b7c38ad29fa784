/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Prints untrusted text: names of processes, symbols, paths, copied strings, and messages that
 * contain them. A terminal would interpret control characters, so on terminals they appear as C
 * escapes. In names this includes newlines and tabs, which could forge lines. In data newlines and
 * tabs remain, because the text that programs copy consists of lines.
 */
#ifndef DT_BASE_TEXT_VISIBLE_H
#define DT_BASE_TEXT_VISIBLE_H

#include "base/str.h"

#include <stdio.h>

/** A word of eight equal bytes, to search eight bytes of a text at a time. */
#define DT_EACH_BYTE(byte) (UINT64_C(0x0101010101010101) * (byte))

/** Returns the length of the UTF-8 sequence at s, which has `max` bytes, or 0 if it is invalid. */
size_t dt_utf8_sequence(const char *s, size_t max);
/** Appends the text with control characters escaped. */
void dt_visible_append(struct dt_str *s, const char *text, size_t len, bool is_name);

bool dt_is_terminal(FILE *file);

#endif
