/* SPDX-License-Identifier: BSD-2-Clause */
/* Says where the arguments and the environment of this process lie, then calls getppid(). */
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv, char **envp)
{
	printf("%d %lx %lx %zu\n", argc, (unsigned long)argv, (unsigned long)envp, sizeof(void *));
	fflush(stdout);
	getppid();
	return 0;
}
