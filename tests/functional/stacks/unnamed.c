/* SPDX-License-Identifier: BSD-2-Clause */
/* cflags: -s */
/* Calls getppid, three times from one function and twice from another, and says how often it was
 * run. */
__attribute__((noinline)) static void call(void)
{
	long ret;

	__asm__ volatile("syscall" : "=a"(ret) : "a"(110L) : "rcx", "r11", "memory");
}

__attribute__((noinline, noclone)) static void other(void)
{
	long ret;

	__asm__ volatile("nop; syscall" : "=a"(ret) : "a"(110L) : "rcx", "r11", "memory");
}

int main(void)
{
	for (int i = 0; i < 3; i++)
		call();
	for (int i = 0; i < 2; i++)
		other();
	return 0;
}
