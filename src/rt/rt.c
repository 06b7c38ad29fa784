/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Looks up functions in the table of the runtime, which the build generates.
 */
#include "rt/rt.h"

#include <string.h>

const struct dt_rt_func *dt_rt_find(const char *name)
{
	for (size_t i = 0; i < dt_rt_count; i++) {
		if (!strcmp(dt_rt_table[i].name, name))
			return &dt_rt_table[i];
	}
	return NULL;
}

unsigned dt_rt_frame(unsigned stack)
{
	return ((stack ? stack : 1) + 31) & ~31u;
}

unsigned dt_rt_depth(const struct dt_rt_func *f)
{
	unsigned below = 0;

	// The recursion ends: tools/embed-runtime.c rejects recursive functions.
	for (uint32_t i = 0; i < f->n_relocs; i++) {
		if (!dt_rt_is_call(&f->relocs[i]))
			continue;
		unsigned depth = dt_rt_depth(&dt_rt_table[f->relocs[i].func]);
		if (depth > below)
			below = depth;
	}
	return dt_rt_frame(f->stack) + below;
}
