/* SPDX-License-Identifier: BSD-2-Clause */
// Prints, reads the standard input, calls getppid() from functions with names, waits until argument
// 1 can be opened, and calls getpgid().
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

__attribute__((noipa)) void leaf(void)
{
	getppid();
	__asm__ volatile("");
}

__attribute__((noipa)) void work(void)
{
	leaf();
	__asm__ volatile("");
}

int main(int argc, char **argv)
{
	char c;

	printf("from the command, %zd bytes of input\n", read(0, &c, 1));
	fflush(stdout);
	work();
	if (open(argv[1], O_RDONLY) < 0)
		return 1;
	return getpgid(0) < 0;
}
