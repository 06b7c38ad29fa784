/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/insn.h"

void dt_insns_deinit(struct dt_insns *s)
{
	dt_vec_deinit(&s->v);
}

struct dt_insn *dt_insns_at(const struct dt_insns *s, uint64_t offset)
{
	size_t low = 0, high = s->v.len;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (s->v.data[middle].offset == offset)
			return &s->v.data[middle];
		if (s->v.data[middle].offset < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}
