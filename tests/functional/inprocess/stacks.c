/* SPDX-License-Identifier: BSD-2-Clause */
/* stacks THREADS CALLS: each thread calls leaf() at depths from 0 to 9, with and without a frame
 * pointer; the first one also from a handler on another stack, and from a coroutine. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <ucontext.h>

static long n_calls;
static ucontext_t own, other;

__attribute__((noinline)) long leaf(long x)
{
	volatile long sum = x;

	sum += 1;
	return sum;
}

__attribute__((noinline)) long deep(long x, int n)
{
	volatile long below = n ? deep(x, n - 1) : leaf(x);

	return below + 1;
}

__attribute__((noinline, optimize("no-omit-frame-pointer"))) long framed(long x, int n)
{
	volatile char room[n + 1]; // the frame's size is not constant

	room[n] = (char)x;
	return deep(x, n) + room[n];
}

__attribute__((noinline)) void handle(int sig)
{
	deep(1, 2);
}

__attribute__((noinline)) void routine(void)
{
	deep(2, 1);
}

static void *run(void *arg)
{
	const struct timespec pause = {.tv_nsec = 500000000 / 2};

	for (long i = 0; i < n_calls; i++) {
		framed(i, i % 10);
		if (i == n_calls / 2)
			nanosleep(&pause, NULL); // dtrace finds the stack meanwhile
	}
	return NULL;
}

int main(int argc, char **argv)
{
	static char stack[1 << 16], more[1 << 16];
	struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
	int n = atoi(argv[1]);
	pthread_t threads[n];

	n_calls = atol(argv[2]);
	for (int i = 0; i < n; i++)
		pthread_create(&threads[i], NULL, run, NULL);
	for (int i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof(stack)}, NULL);
	sigaction(SIGUSR1, &action, NULL);
	raise(SIGUSR1);
	getcontext(&other);
	other.uc_stack = (stack_t){.ss_sp = more, .ss_size = sizeof(more)};
	other.uc_link = &own;
	makecontext(&other, routine, 0);
	swapcontext(&own, &other);
	return 0;
}
