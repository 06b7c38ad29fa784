/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: x86-64 */
/* cflags: -O2 -fomit-frame-pointer -fno-optimize-sibling-calls -fno-asynchronous-unwind-tables
 * -fno-unwind-tables */
/*
 * Only .debug_frame describes how to unwind the functions of this program; one of them uses the
 * frame pointer's register for another purpose.
 */
#include <unistd.h>

volatile long sink;

__attribute__((noipa)) static void inner(void)
{
	getppid();
	sink++;
}

__attribute__((noipa)) static void busy(long n)
{
	long room[n];

	__asm__ volatile("" : : "r"(room) : "memory");
	inner();
	sink++;
}

__attribute__((noipa)) static void scratch(void)
{
	__asm__ volatile("xor %%ebp, %%ebp" ::: "rbp");
	busy(20);
	__asm__ volatile("" ::: "rbp");
}

int main(void)
{
	scratch();
	return 0;
}
