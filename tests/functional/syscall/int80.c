/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: x86-64 */
/*
 * 64-bit code that makes 32-bit calls with int 0x80: 5 times getppid (64), and twice close (6) of a
 * descriptor whose register has its upper half set. And 3 times getppid as a 64-bit call.
 */
#include <sys/syscall.h>
#include <unistd.h>

static long int80(long number, unsigned long arg)
{
	long result;

	__asm__ volatile("int $0x80"
			 : "=a"(result)
			 : "a"(number), "b"(arg)
			 : "memory", "r8", "r9", "r10", "r11");
	return result;
}

int main(void)
{
	for (int i = 0; i < 5; i++)
		int80(64, 0);
	for (int i = 0; i < 2; i++)
		int80(6, 0xabcd0000fffffff0);
	for (int i = 0; i < 3; i++)
		syscall(SYS_getppid);
	return 0;
}
