/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DT_SESSION_HEADERS_H
#define DT_SESSION_HEADERS_H

#include <stddef.h>

/**
 * Blanks, in place, everything except types in the C headers that a preprocessed script includes,
 * so that D can parse the text. `script` is the name of the script's own text in line markers.
 */
void dt_headers_blank(char *text, size_t len, const char *script);

#endif
