/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Threads that speculate at once: each makes CALLS pairs of calls; of the pairs of a thread those
 * with an odd number shall be committed. Prints, sorted, what the trace must say.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { THREADS = 4, CALLS = 500 };

static void *work(void *arg)
{
	long thread = (long)arg;

	for (long i = 0; i < CALLS; i++) {
		syscall(SYS_dup3, -10, thread, i);
		syscall(SYS_flock, -10, thread * CALLS + i);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];

	for (long i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, work, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
