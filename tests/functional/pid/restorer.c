// SPDX-License-Identifier: BSD-2-Clause
// Handlers return a hundred times. Static: the C library's way back from a handler is in the
// program.
/* cflags: -static */
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t handled;

static void handle(int s)
{
	handled++;
}

int main(void)
{
	signal(SIGUSR1, handle);
	for (int i = 0; i < 100; i++)
		raise(SIGUSR1);
	printf("%d\n", (int)handled);
	return 9;
}
