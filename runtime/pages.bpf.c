/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Pages of a process that are not resident: a sleepable program may wait until they are.
 */
#include "runtime.h"

enum { PAGE = 4096, PAGES_MAX = 65536 / PAGE + 1 };

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
