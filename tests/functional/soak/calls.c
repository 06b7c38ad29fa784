/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * calls THREADS CALLS [SECONDS]: the soak's workload. Each thread makes CALLS calls of getppid(),
 * or as many as it can in SECONDS seconds, and then calls getpgid() once more for every 1024th. The
 * first argument is the number of the call, from 1, the second that of the thread: the kernel
 * ignores both, the D program counts by them. Prints "calls N" for each thread on the standard
 * error.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static long calls;
static volatile sig_atomic_t is_over;

static void end(int sig)
{
	is_over = sig;
}

static void *run(void *thread)
{
	long n = 0;

	while (n < calls && !is_over)
		syscall(SYS_getppid, ++n, thread);
	for (long i = 1024; i <= n; i += 1024)
		syscall(SYS_getpgid, i, thread);
	fprintf(stderr, "calls %ld\n", n);
	return NULL;
}

int main(int argc, char **argv)
{
	int threads = argc >= 3 ? atoi(argv[1]) : 0;
	pthread_t t[64];

	if (threads < 1 || threads > 64)
		return 2;
	calls = atol(argv[2]);
	signal(SIGALRM, end);
	alarm(argc > 3 ? atoi(argv[3]) : 0);
	for (long i = 0; i < threads; i++)
		pthread_create(&t[i], NULL, run, (void *)i);
	for (int i = 0; i < threads; i++)
		pthread_join(t[i], NULL);
	return 0;
}
