/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * flood THREADS CALLS [PAUSE]: each thread makes CALLS pairs of system calls, PAUSE µs apart.
 */
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static int calls, pause_us;

static void *work(void *arg)
{
	for (int i = 0; i < calls; i++) {
		syscall(SYS_dup3, -10, i, 0);
		syscall(SYS_flock, -10, i);
		if (pause_us)
			usleep((useconds_t)pause_us);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	pthread_t threads[n];

	calls = atoi(argv[2]);
	pause_us = argc > 3 ? atoi(argv[3]) : 0;
	for (int i = 0; i < n; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
