/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Waits for a time, or for pages of a process that are not resident (in sleepable programs). The
 * clock ends the wait for a time. The number of rounds must only suffice for half a second of
 * reading the clock; the kernel allows 2^23 rounds in a loop.
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

/** Waits `ns` nanoseconds. */
u64 dt_chill(u64 ns)
{
	struct wait w = {bpf_ktime_get_ns(), ns};

	bpf_loop(TURNS, wait_rounds, &w, 0);
	return 0;
}

/** Touches the pages of `size` bytes at `addr`, up to the first page that does not exist. */
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
