/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Comparison of strings: bytewise, unsigned, up to the NUL. What is equal to a short literal is
 * decided by the program itself; this is for everything else.
 */
#include "loop.h"

enum { AT_ONCE = 8 }; // bytes that one step of the loop compares

struct compare {
	const struct dt_string *a, *b;
	s64 order;
};

static long compare_bytes(u32 i, struct compare *c)
{
#pragma unroll
	for (u32 k = 0; k < AT_ONCE; k++) {
		u32 at = i * AT_ONCE + k;

		if (at >= dt_strsize())
			return 1;
		u8 a = c->a->b[at], b = c->b->b[at];
		if (a != b) {
			c->order = (s64)a - b;
			return 1;
		}
		if (!a)
			return 1;
	}
	return 0;
}

/** Negative, 0 or positive, as strcmp(). */
s64 dt_strcmp(const struct dt_string *a, const struct dt_string *b)
{
	struct compare c = {.a = a, .b = b};

	if (!a || !b)
		return 0;
	bpf_loop(dt_strsize() / AT_ONCE + 1, compare_bytes, &c, 0);
	return c.order;
}
