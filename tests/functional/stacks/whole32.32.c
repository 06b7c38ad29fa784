/* SPDX-License-Identifier: BSD-2-Clause */
/* cflags: -O2 -fomit-frame-pointer -fno-optimize-sibling-calls */
/*
 * Functions without frame pointers, one of which uses that register for its own ends, call the
 * kernel through the C library and the vDSO; the innermost one from a signal handler, too. Then the
 * program that was named is executed; without one all is repeated.
 */
#include <signal.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline, noipa))

#ifdef __i386__
#define FRAME_POINTER "ebp"
#else
#define FRAME_POINTER "rbp"
#endif

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
	__asm__ volatile("" ::: FRAME_POINTER);
	inner();
	__asm__ volatile("" ::: FRAME_POINTER);
}

NOINLINE static void outer(void)
{
	busy();
	raise(SIGUSR1);
	sink++;
}

int main(int argc, char **argv)
{
	signal(SIGUSR1, handler);
	do
		outer();
	while (argc < 2);
	return execv(argv[1], argv + 1);
}
