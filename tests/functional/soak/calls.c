/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * calls THREADS CALLS: the soak's workload. Each thread makes CALLS calls of getppid(), and then
 * asks by getpgid() for every 1024th once more. The first argument is the number of the call, from
 * 1, the second that of the thread: the kernel ignores both, the D program counts by them.
 */
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static long calls;

static void *run(void *thread)
{
	for (long i = 1; i <= calls; i++)
		syscall(SYS_getppid, i, thread);
	for (long i = 1024; i <= calls; i += 1024)
		syscall(SYS_getpgid, i, thread);
	return NULL;
}

int main(int argc, char **argv)
{
	int threads = argc == 3 ? atoi(argv[1]) : 0;
	pthread_t t[64];

	if (threads < 1 || threads > 64)
		return 2;
	calls = atol(argv[2]);
	for (long i = 0; i < threads; i++)
		pthread_create(&t[i], NULL, run, (void *)i);
	for (int i = 0; i < threads; i++)
		pthread_join(t[i], NULL);
	return 0;
}
