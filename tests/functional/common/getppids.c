/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * getppids THREADS CALLS: each thread makes CALLS calls of getppid(), as fast as it can, on all
 * CPUs at the same time.
 */
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static int calls;

static void *work(void *arg)
{
	for (int i = 0; i < calls; i++)
		syscall(SYS_getppid);
	return NULL;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	pthread_t threads[n];

	calls = atoi(argv[2]);
	for (int i = 0; i < n; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
