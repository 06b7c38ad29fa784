/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * everywhere CALLS: on each CPU that it may run on, a thread makes CALLS calls of getppid(), all at
 * the same time. Prints "CPU CALLS" of each.
 */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static int calls;
static pthread_barrier_t all;

static void *work(void *cpu)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET((long)cpu, &one);
	if (sched_setaffinity(0, sizeof(one), &one))
		exit(1);
	pthread_barrier_wait(&all);
	for (int i = 0; i < calls; i++)
		syscall(SYS_getppid);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[CPU_SETSIZE];
	cpu_set_t set;

	calls = argc > 1 ? atoi(argv[1]) : 0;
	sched_getaffinity(0, sizeof(set), &set);
	pthread_barrier_init(&all, NULL, (unsigned)CPU_COUNT(&set));
	for (long cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &set))
			pthread_create(&threads[cpu], NULL, work, (void *)cpu);
	for (long cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &set)) {
			pthread_join(threads[cpu], NULL);
			printf("%ld %d\n", cpu, calls);
		}
	return 0;
}
