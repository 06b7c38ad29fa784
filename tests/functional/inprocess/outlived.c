/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * outlived: prints the pid of a child, which calls work() and then waits for a signal, and ends.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile long n_calls;
long work(void);

__attribute__((noipa)) long work(void)
{
	return ++n_calls;
}

int main(void)
{
	int ready[2];
	pid_t child;
	char c;

	if (pipe(ready))
		abort();
	child = fork();
	if (!child) {
		work();
		if (write(ready[1], "x", 1) != 1)
			abort();
		pause();
		_exit(0);
	}
	if (read(ready[0], &c, 1) != 1)
		abort();
	printf("%d\n", (int)child);
	return 0;
}
