/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: x86-64 */
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

	__asm__ volatile("mov $0x1234, %%r15\n\t"
			 "mov $0x5678, %%rbx\n\t"
			 "mov $0x9abc, %%rdi\n\t"
			 "lea 1f(%%rip), %0\n\t"
			 "mov %%rsp, %1\n\t"
			 "mov %2, %%eax\n\t"
			 "syscall\n"
			 "1:"
			 : "=&r"(after), "=&r"(sp)
			 : "i"(SYS_getppid)
			 : "rax", "rbx", "rcx", "rdi", "r11", "r15", "memory");
	printf("1234 5678 9abc %lx %lx 9abc 33 2b 0\n", after, sp);
	return 0;
}
