/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Waiting. The clock is the bound; the numbers of rounds only have to be large enough for half a
 * second at the price of reading it, and the kernel permits 2^23 in one loop.
 */
#include "runtime.h"

enum { ROUNDS = 1 << 20, TURNS = 64 };

struct wait {
	u64 begin, ns;
};

static long wait_step(u32 i, struct wait *w)
{
	return bpf_ktime_get_ns() - w->begin >= w->ns;
}

static long wait_rounds(u32 i, struct wait *w)
{
	return bpf_loop(ROUNDS, wait_step, w, 0) < ROUNDS;
}

/** Return after `ns` nanoseconds. */
u64 dt_chill(u64 ns)
{
	struct wait w = {bpf_ktime_get_ns(), ns};

	bpf_loop(TURNS, wait_rounds, &w, 0);
	return 0;
}
