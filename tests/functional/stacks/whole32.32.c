/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: x86-64 */
/* cflags: -O2 -fomit-frame-pointer -fno-optimize-sibling-calls */
/*
 * Functions without frame pointers, one of which uses that register for its own ends, call the
 * kernel through the C library and the vDSO; the innermost one from a signal handler, too.
 */
#include <signal.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline, noipa))

volatile long sink;

NOINLINE static void inner(void)
{
	getppid();
	sink++;
}

NOINLINE static void handler(int signo)
{
	inner();
	sink++;
}

NOINLINE static void busy(void)
{
	__asm__ volatile("" ::: "ebp");
	inner();
	__asm__ volatile("" ::: "ebp");
}

NOINLINE static void outer(void)
{
	busy();
	raise(SIGUSR1);
	sink++;
}

int main(void)
{
	signal(SIGUSR1, handler);
	outer();
	return 0;
}
