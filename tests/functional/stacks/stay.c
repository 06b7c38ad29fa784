/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cflags: -fno-omit-frame-pointer -fno-optimize-sibling-calls
 *
 * Calls getppid() by two functions until it is killed, or a minute has passed.
 */
#include <sys/syscall.h>
#include <time.h>

#include "../common/_call.h"

__attribute__((noinline)) static long inner(void)
{
	long r;

	r = RAW_CALL(SYS_getppid);
	return r + (__builtin_frame_address(0) == 0);
}

__attribute__((noinline)) static long outer(void)
{
	return inner() + 1;
}

int main(void)
{
	const struct timespec t = {0, 10 * 1000 * 1000};

	for (int i = 0; i < 6000; i++) {
		outer();
		nanosleep(&t, 0);
	}
	return 0;
}
