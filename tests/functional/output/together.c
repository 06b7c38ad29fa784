/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Four threads make 20,000 system calls each, on all CPUs at the same time.
 */
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { THREADS = 4, CALLS = 20000 };

static void *work(void *arg)
{
	for (int i = 0; i < CALLS; i++)
		syscall(SYS_getppid);
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
