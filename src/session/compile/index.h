/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DT_SESSION_INDEX_H
#define DT_SESSION_INDEX_H

#include "lang/compile.h"

/** What a file of the D library declares: sets of names, whose values say nothing. */
struct dt_index {
	struct dt_map names; // of variables, inlines, types, tags, enumerators
	struct dt_map providers;
};

/** Fill what is zeroed. */
void dt_index_make(struct dt_index *ret, struct dt_compile *c, const struct dt_source *src);
void dt_index_deinit(struct dt_index *i);

#endif
