/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Compares strings: bytewise, unsigned, up to the NUL. Programs compare with short literals inline;
 * this function handles all other comparisons.
 */
#include "loop.h"

enum { AT_ONCE = 8 }; // bytes compared by one step of the loop

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

/** Returns a negative number, 0 or a positive number, like strcmp(). */
s64 dt_strcmp(const struct dt_string *a, const struct dt_string *b)
{
	struct compare c = {.a = a, .b = b};

	if (!a || !b)
		return 0;
	bpf_loop(dt_strsize() / AT_ONCE + 1, compare_bytes, &c, 0);
	return c.order;
}
