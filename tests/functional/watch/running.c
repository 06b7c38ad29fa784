/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Threads that run, and start others, before and after tracing begins: a line of input, then each
 * writes.
 */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

enum { THREADS = 3, EACH = 500 };

volatile long counter, second;
volatile int third;
static pthread_barrier_t barrier;

static void *late(void *arg)
{
	for (int i = 0; i < EACH; i++) {
		counter = i;
		second = i;
		third = i;
	}
	return NULL;
}

static void *early(void *arg)
{
	pthread_t child;

	pthread_barrier_wait(&barrier);
	pthread_create(&child, NULL, late, NULL);
	pthread_join(child, NULL);
	return late(arg);
}

int main(void)
{
	pthread_t threads[THREADS];
	char line[16];

	pthread_barrier_init(&barrier, NULL, THREADS + 1);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, early, NULL);
	puts("ready");
	fflush(stdout);
	if (read(STDIN_FILENO, line, sizeof(line)) < 0)
		return 1;
	pthread_barrier_wait(&barrier);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	puts("done");
	return 0;
}
