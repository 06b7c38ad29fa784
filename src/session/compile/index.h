/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DT_SESSION_INDEX_H
#define DT_SESSION_INDEX_H

#include "lang/compile.h"

/** Sets of the names that a file of the D library declares. The values have no meaning. */
struct dt_index {
	struct dt_map names; // of variables, inlines, types, tags, enumerators
	struct dt_map providers;
};

/** Fills a zero-initialized index. */
void dt_index_make(struct dt_index *ret, struct dt_compile *c, const struct dt_source *src);
void dt_index_deinit(struct dt_index *i);

#endif
