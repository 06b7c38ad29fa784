/* SPDX-License-Identifier: BSD-2-Clause */
/* A timer's handler leaves calls of probed() on an alternate stack by siglongjmp(). Then the stack
 * is unmapped, and probed() is called on. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

enum { ROUNDS = 3000, STACK = 65536, CALLS = 20 };

static sigjmp_buf left;
static volatile unsigned long sum;

__attribute__((noinline)) unsigned long probed(unsigned long x)
{
	__asm__ volatile("" ::: "memory");
	return x * 3 + 1;
}

static void call_often(int sig)
{
	for (;;)
		sum += probed(sum);
}

static void leave(int sig)
{
	siglongjmp(left, 1);
}

static void run_on_own_stack(timer_t timer)
{
	stack_t own = {.ss_size = STACK}, none = {.ss_flags = SS_DISABLE};
	struct itimerspec soon = {.it_value.tv_nsec = 100000 + rand() % 1000};

	own.ss_sp = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	sigaltstack(&own, NULL);
	if (!sigsetjmp(left, 1)) {
		timer_settime(timer, 0, &soon, NULL);
		raise(SIGUSR1);
	}
	sigaltstack(&none, NULL);
	munmap(own.ss_sp, STACK);
}

int main(void)
{
	struct sigaction calls = {.sa_handler = call_often, .sa_flags = SA_ONSTACK};
	struct sigaction leaves = {.sa_handler = leave, .sa_flags = SA_ONSTACK};
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
	timer_t timer;

	sigaction(SIGUSR1, &calls, NULL);
	sigaction(SIGALRM, &leaves, NULL);
	if (timer_create(CLOCK_MONOTONIC, &event, &timer))
		return 1;
	for (int i = 0; i < ROUNDS; i++) {
		run_on_own_stack(timer);
		for (int k = 0; k < CALLS; k++)
			sum += probed(sum);
	}
	puts("survived");
	return 0;
}
