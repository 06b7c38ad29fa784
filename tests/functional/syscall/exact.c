/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Four threads, a million calls of getppid() each.
 */
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { THREADS = 4, CALLS = 1000000 };

static void *calls(void *unused)
{
	for (int i = 0; i < CALLS; i++)
		syscall(SYS_getppid);
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, calls, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
