/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/insn.h"

void dt_insns_deinit(struct dt_insns *s)
{
	dt_vec_deinit(&s->v);
}

struct dt_insn *dt_insns_at(const struct dt_insns *s, uint64_t offset)
{
	size_t i = dt_leading(s->v.data, s->v.len, e, e->offset < offset);

	return i < s->v.len && s->v.data[i].offset == offset ? &s->v.data[i] : NULL;
}
