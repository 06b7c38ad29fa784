// SPDX-License-Identifier: BSD-2-Clause
/* cflags: -nostdlib -static -fno-stack-protector */
/* A program without the C library ends at once. */
void _start(void)
{
	__asm__ volatile("syscall" : : "a"(60), "D"(0) : "rcx", "r11", "memory");
	__builtin_unreachable();
}
