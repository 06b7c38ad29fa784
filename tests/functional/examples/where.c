/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes three lines by the library's streams, and one by itself. */
#include <stdio.h>
#include <unistd.h>

__attribute__((noinline)) static int report(int n)
{
	printf("line %d\n", n);
	return fflush(stdout);
}

__attribute__((noinline)) static int shout(void)
{
	return write(1, "!\n", 2) - 2;
}

int main(void)
{
	for (int i = 0; i < 3; i++)
		if (report(i))
			return 1;
	return shout();
}
