/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DT_EXPORT_GZIP_H
#define DT_EXPORT_GZIP_H

#include "base/str.h"

/** Appends the bytes in gzip's format. */
void dt_gzip(const void *bytes, size_t len, struct dt_str *ret);

#endif
