/* SPDX-License-Identifier: BSD-2-Clause */
#include <unistd.h>

__attribute__((noipa)) static void secret(void)
{
	getppid();
	__asm__ volatile("");
}

int main(void)
{
	for (int i = 0; i < 200; i++)
		secret();
}
