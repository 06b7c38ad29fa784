/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Reads consecutive NUL-terminated words of the process, such as its arguments and its environment.
 * Contracts as in strings.bpf.c.
 */
#include "loop.h"

struct words {
	struct dt_string *dst;
	u32 len;
};

static long separate(u32 i, struct words *w)
{
	if (i >= dt_strsize() || i >= w->len)
		return 1;
	if (!w->dst->b[i])
		w->dst->b[i] = ' ';
	return 0;
}

/**
 * dst = the words in `size` bytes of user memory, separated by blanks; the last byte counts as NUL.
 * The result is truncated to `limit` bytes and to strsize, including the NUL. "" if the memory is
 * unreadable.
 */
u64 dt_copyinwords(struct dt_string *dst, u64 addr, u64 size, u64 limit)
{
	struct words w = {.dst = dst};

	if (!dst)
		return 0;
	dst->b[0] = 0;
	if (limit > dt_strsize())
		limit = dt_strsize();
	if (size > limit)
		size = limit;
	if (!size || size > dt_strsize())
		return 0;
	if (bpf_probe_read_user(dst, size, (const void *)addr)) {
		dst->b[0] = 0;
		return 0;
	}
	w.len = size - 1;
	bpf_loop(dt_strsize(), separate, &w, 0);
	if (w.len < dt_strsize())
		dst->b[w.len] = 0;
	return 0;
}
