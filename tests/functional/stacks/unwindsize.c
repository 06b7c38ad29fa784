/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cflags: -O2 -fomit-frame-pointer -fno-optimize-sibling-calls
 *
 * Is busy for some seconds, below functions without frame pointers.
 */
#include <time.h>

volatile long sink;

__attribute__((noinline, noipa)) static void inner(void)
{
	for (int i = 0; i < 100000; i++)
		sink++;
}

__attribute__((noinline, noipa)) static void outer(void)
{
	inner();
	sink++;
}

int main(void)
{
	time_t end = time(NULL) + 60;

	while (time(NULL) < end)
		outer();
	return 0;
}
