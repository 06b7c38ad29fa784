/* SPDX-License-Identifier: BSD-2-Clause */
/* Says which signal came while it made a system call. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static volatile sig_atomic_t got;

static void handle(int signal)
{
	got = signal;
}

int main(void)
{
	signal(SIGUSR1, handle);
	if (chroot(NULL))
		printf("got %s\n", got == SIGUSR1 ? "SIGUSR1" : "nothing");
	return 0;
}
