// SPDX-License-Identifier: BSD-2-Clause
// A function whose code is chosen when the program starts, and calls of one of libc's.
#include <string.h>

static long one(long n)
{
	__asm__ volatile("");
	return n + 1;
}

static long two(long n)
{
	__asm__ volatile("");
	return n + 2;
}

static long (*choose(void))(long)
{
	volatile int always = 1;

	return always ? two : one;
}

long chosen(long n) __attribute__((ifunc("choose")));

int main(void)
{
	for (long i = 0; i < 1000; i++)
		chosen(i);
	return 0;
}
