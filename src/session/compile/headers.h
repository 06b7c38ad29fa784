/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DT_SESSION_HEADERS_H
#define DT_SESSION_HEADERS_H

#include <stddef.h>

/**
 * Blanks everything but types, in place, in the C headers that a preprocessed script includes. D
 * understands the rest. `script` is the name of the script's own text in line markers.
 */
void dt_headers_blank(char *text, size_t len, const char *script);

#endif
