/* SPDX-License-Identifier: BSD-2-Clause */
/* cflags: -O2 -fomit-frame-pointer */
/* The same with more on the stack: calls getppid() through DEPTH functions without frame pointers,
 * and ends at once. */
#include <sys/syscall.h>
#include <unistd.h>

#include "../common/_call.h"

enum { DEPTH = 20 };

static __attribute__((noinline)) long innermost(void)
{
	long ret;

	ret = RAW_CALL(SYS_getppid);
	return ret;
}

static __attribute__((noinline)) long descend(int n)
{
	volatile char more[1000];
	long ret;

	more[n] = 1;
	ret = n ? descend(n - 1) : innermost();

	__asm__ volatile("" : "+r"(ret)); // no tail call
	return ret + 1;
}

int main(void)
{
	return descend(DEPTH) < 0;
}
