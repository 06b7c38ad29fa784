/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cflags: -fno-omit-frame-pointer -fno-optimize-sibling-calls
 *
 * Three functions deep, getppid() is called, twice.
 */
#include <sys/syscall.h>

#include "../common/_call.h"

__attribute__((noinline)) static long innermost(void)
{
	long r;

	r = RAW_CALL(SYS_getppid);
	return r + (__builtin_frame_address(0) == 0);
}

__attribute__((noinline)) static long middle(void)
{
	return innermost() + 1;
}

__attribute__((noinline)) static long outermost(void)
{
	return middle() + 1;
}

int main(void)
{
	return outermost() + outermost() == 0;
}
