// SPDX-License-Identifier: BSD-2-Clause
/*
 * Threads are cancelled at any instruction, also within firings. The threads after them get their
 * ids, hence their slots, and call last() 1,000 times each.
 */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

enum { ROUNDS = 200, THREADS = 4, CALLS = 1000 };

__attribute__((noinline)) static long first(long x)
{
	__asm__ volatile("" : "+r"(x));
	return x + 1;
}

__attribute__((noinline)) static long last(long x)
{
	__asm__ volatile("" : "+r"(x));
	return x - 1;
}

static void *call_first(void *unused)
{
	long sum = 0;

	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &(int){0});
	for (;;)
		sum = first(sum);
	return unused;
}

static void *call_last(void *unused)
{
	long sum = 0;

	for (int i = 0; i < CALLS; i++)
		sum = last(sum);
	return sum == -CALLS ? unused : NULL;
}

static void run(void *(*start)(void *), int is_cancelled)
{
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, start, NULL);
	if (is_cancelled)
		usleep(2000);
	for (int i = 0; is_cancelled && i < THREADS; i++)
		pthread_cancel(threads[i]);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
}

int main(void)
{
	for (int i = 0; i < ROUNDS; i++)
		run(call_first, 1);
	run(call_last, 0);
	puts("done");
	return 0;
}
