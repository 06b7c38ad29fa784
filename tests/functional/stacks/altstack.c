/* SPDX-License-Identifier: BSD-2-Clause */
/* cflags: -O2 -fomit-frame-pointer -fno-optimize-sibling-calls */
/*
 * A signal is handled on its own stack, within another signal's handler on the usual stack; below
 * each handler is the interrupted code.
 */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

volatile long sink;

__attribute__((noipa)) static void inner(void)
{
	getppid();
	sink++;
}

__attribute__((noipa)) static void on_own_stack(int signo)
{
	inner();
	sink++;
}

__attribute__((noipa)) static void on_usual_stack(int signo)
{
	raise(SIGUSR2);
	sink++;
}

__attribute__((noipa)) static void outer(void)
{
	raise(SIGUSR1);
	sink++;
}

int main(void)
{
	stack_t own = {.ss_size = 65536, .ss_sp = malloc(65536)};

	sigaltstack(&own, NULL);
	sigaction(SIGUSR1, &(struct sigaction){.sa_handler = on_usual_stack}, NULL);
	sigaction(SIGUSR2, &(struct sigaction){.sa_handler = on_own_stack, .sa_flags = SA_ONSTACK},
		  NULL);
	outer();
	return 0;
}
