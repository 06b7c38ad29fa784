/* SPDX-License-Identifier: BSD-2-Clause */
#include <unistd.h>

__attribute__((noinline)) void twice(int n)
{
	if (n)
		twice(n - 1);
	__asm__ volatile("");
}

int main(void)
{
	for (int i = 0; i < 5; i++)
		getppid();
	for (int i = 0; i < 7; i++)
		getuid();
	twice(1);
	return 0;
}
