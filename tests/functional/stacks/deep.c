/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cflags: -fno-omit-frame-pointer -fno-optimize-sibling-calls
 *
 * Calls getppid() at that depth of calls, main() included.
 */
#include <stdlib.h>
#include <sys/syscall.h>

#include "../common/_call.h"

__attribute__((noinline)) static long fall(int depth)
{
	long r;

	if (depth > 2)
		return fall(depth - 1) + 1;
	r = RAW_CALL(SYS_getppid);
	return r;
}

int main(int argc, char **argv)
{
	return fall(atoi(argv[1])) == 0;
}
