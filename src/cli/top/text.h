/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Text for the terminal: names that other users chose cannot control it, and its width is known.
 */
#ifndef DT_CLI_TOP_TEXT_H
#define DT_CLI_TOP_TEXT_H

#include "base/str.h"

/** Appends a name with C escapes instead of control characters, invalid UTF-8, and characters that
 *  the terminal cannot show. */
void dt_text_append_visible(struct dt_str *t, const char *s, size_t len);
/** Appends at most `columns` columns of a visible text, and returns how many. */
size_t dt_text_append_columns(struct dt_str *t, const char *s, size_t columns);

/** Decides by the environment whether the terminal shows UTF-8, and sets the thread's characters
 *  accordingly until dt_text_end(). */
void dt_text_begin(void);
void dt_text_end(void);

#endif
