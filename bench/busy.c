/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * busy CPUS FILE: measures the cost of a cheap system call, in ns of CPU time, while CPUS CPUs do
 * nothing else.
 *
 * A thread on each of the first CPUS CPUs makes batches of getppid() calls at the same time. The
 * median of all batches is appended to FILE.
 */
#include "measure.h"

#include <pthread.h>
#include <sys/syscall.h>

enum { BATCHES = 401, CALLS = 100 }; // short: an emulated CPU is seldom interrupted in a batch

static pthread_barrier_t all_are_there;

struct caller {
	pthread_t thread;
	int cpu;
	double *cost; // BATCHES values
};

static void *call_functions(void *arg)
{
	const struct caller *c = arg;

	use_cpu(c->cpu);
	pthread_barrier_wait(&all_are_there);
	for (int b = 0; b < BATCHES; b++) {
		double start = now(CLOCK_THREAD_CPUTIME_ID);

		for (int i = 0; i < CALLS; i++)
			syscall(SYS_getppid);
		c->cost[b] = (now(CLOCK_THREAD_CPUTIME_ID) - start) / CALLS;
	}
	return NULL;
}

int main(int argc, char **argv)
{
	int cpus = argc == 3 ? atoi(argv[1]) : 0;

	if (cpus < 1)
		return 2;

	struct caller *callers = calloc(cpus, sizeof(*callers));
	double *cost = calloc(cpus, BATCHES * sizeof(*cost));

	pthread_barrier_init(&all_are_there, NULL, cpus);
	for (int i = 0; i < cpus; i++) {
		callers[i] = (struct caller){.cpu = i, .cost = cost + i * BATCHES};
		if (pthread_create(&callers[i].thread, NULL, call_functions, &callers[i]))
			return 1;
	}
	for (int i = 0; i < cpus; i++)
		pthread_join(callers[i].thread, NULL);

	int failed = append(argv[2], median(cost, cpus * BATCHES));

	free(cost);
	free(callers);
	return failed;
}
