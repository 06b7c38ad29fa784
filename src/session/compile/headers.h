/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DT_SESSION_HEADERS_H
#define DT_SESSION_HEADERS_H

#include <stddef.h>

/**
 * Make of the C headers that a preprocessed script includes what D understands: types stay, the
 * rest becomes blanks, in place. `script` is the name that line markers give to the script's own
 * text.
 */
void dt_headers_blank(char *text, size_t len, const char *script);

#endif
