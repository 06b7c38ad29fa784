/* SPDX-License-Identifier: BSD-2-Clause */
/* cflags: -s */
/* Calls getppid, three times from one function and twice from another, and says how often it was
 * run. */
#include <sys/syscall.h>

#include "../common/_call.h"

__attribute__((noinline)) static void call(void)
{
	RAW_CALL(SYS_getppid);
}

__attribute__((noinline, noclone)) static void other(void)
{
	__asm__ volatile("nop");
	RAW_CALL(SYS_getppid);
}

int main(void)
{
	for (int i = 0; i < 3; i++)
		call();
	for (int i = 0; i < 2; i++)
		other();
	return 0;
}
