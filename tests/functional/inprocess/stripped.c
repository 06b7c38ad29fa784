/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls a function as often as its argument says; with "-" it waits for a line first. */
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) int work(int i)
{
	__asm__ volatile("");
	return i * 12345 + (i >> 5);
}

int main(int argc, char **argv)
{
	char line[8];
	int sum = 0;

	if (argc > 2) {
		puts("ready");
		fflush(stdout);
		if (!fgets(line, sizeof(line), stdin))
			return 1;
	}
	for (int i = 0; i < atoi(argv[1]); i++)
		sum += work(i);
	return sum < 0;
}
