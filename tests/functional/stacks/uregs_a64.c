/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: aarch64 */
/*
 * cflags: -no-pie
 *
 * getppid() with known registers, and what the trace must say of them.
 */
#include <stdio.h>
#include <sys/syscall.h>

int main(void)
{
	unsigned long after, sp;

	__asm__ volatile("mov x15, #0x1234\n\t"
			 "mov x20, #0x5678\n\t"
			 "mov x0, #0x9abc\n\t"
			 "mov x30, #0xdef0\n\t"
			 "adr %0, 1f\n\t"
			 "mov %1, sp\n\t"
			 "mov x8, %2\n\t"
			 "svc #0\n"
			 "1:"
			 : "=&r"(after), "=&r"(sp)
			 : "i"(SYS_getppid)
			 : "x0", "x8", "x15", "x20", "x30", "memory");
	printf("1234 5678 9abc %lx %lx 9abc def0 def0 0\n", after, sp);
	return 0;
}
