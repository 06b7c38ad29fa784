// SPDX-License-Identifier: BSD-2-Clause
/* cflags: -nostdlib -static -fno-stack-protector */
/* A program without the C library ends at once. */
#include <sys/syscall.h>

#include "../common/_call.h"

void _start(void)
{
	RAW_CALL1(SYS_exit, 0);
	__builtin_unreachable();
}
