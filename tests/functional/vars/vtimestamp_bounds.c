/* SPDX-License-Identifier: BSD-2-Clause */
/* Threads that hop from CPU to CPU, wait for each other, sleep and compute, and processes that each
 * begin another program. */
#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 4, ROUNDS = 300, PROGRAMS = 30 };

static void hop(int n)
{
	cpu_set_t all, one;
	int cpus, nth = 0;

	sched_getaffinity(0, sizeof(all), &all);
	cpus = CPU_COUNT(&all);
	CPU_ZERO(&one);
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &all) && nth++ == n % cpus)
			CPU_SET(cpu, &one);
	sched_setaffinity(0, sizeof(one), &one);
	sched_setaffinity(0, sizeof(all), &all);
}

static void *work(void *arg)
{
	struct timespec pause = {.tv_nsec = 20000};
	volatile unsigned sum = 0;

	for (int i = 0; i < ROUNDS; i++) {
		(void)getppid();
		hop(i);
		for (unsigned j = 0; j < 2000; j++)
			sum += j;
		(void)getppid();
		sched_yield();
		if (i % 8 == 0)
			nanosleep(&pause, NULL);
	}
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t threads[THREADS];

	if (argc > 1)
		return 0;
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < PROGRAMS; i++) {
		if (fork() == 0) {
			execl(argv[0], argv[0], "again", (char *)NULL);
			_exit(1);
		}
		wait(NULL);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
