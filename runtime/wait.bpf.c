/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Waiting: for a time, and for pages of a process that are not resident, which sleepable programs
 * may do. Of a time the clock is the bound; the numbers of rounds only have to be large enough for
 * half a second at the price of reading it, and the kernel permits 2^23 in one loop.
 */
#include "runtime.h"

enum { ROUNDS = 1 << 20, TURNS = 64, PAGE = 4096, PAGES_MAX = 65536 / PAGE + 1 };

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

/** Touch all pages of `size` bytes at `addr`, up to the first that does not exist. */
u64 dt_page_in(u64 addr, u64 size)
{
	u64 end = addr + size;
	char byte;

	for (u32 i = 0; i < PAGES_MAX && addr < end; i++) {
		if (bpf_copy_from_user(&byte, 1, (const void *)addr))
			break;
		addr = (addr | (PAGE - 1)) + 1;
	}
	return 0;
}
