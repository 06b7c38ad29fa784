/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The sites of the test's target: functions of equal form.
 *
 *	push %rbx; mov %rdi,%rbx; lock incq plain(%rip); lea 7(%rbx),%rax; pop %rbx; ret
 *
 * A patch replaces the three first instructions. Its copies count in a word of the driver instead
 * of `plain`, so that both together are the number of calls, exactly.
 */
#ifndef TESTS_PLACE_SITES_H
#define TESTS_PLACE_SITES_H

#include <stdint.h>

enum {
	SITE_STRIDE = 32,
	SITE_PUSH = 1,
	SITE_MOV = 4,
	SITE_END = 12,
	SITE_ADDS = 7,
	SITE_PADDING = 20
};

/** The target writes this to its output when it is ready. */
struct site_facts {
	int32_t tid; // of the thread that will stay
	uint32_t n;
	uint64_t sites, plain;
};

/** At its end, when its input has ended. */
struct site_totals {
	uint64_t calls, wrong, plain;
	uint64_t gap; // flag `g`: the longest time without progress, in ns
};

#endif
