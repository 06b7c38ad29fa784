/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * calls BATCHES CALLS PAUSE FILE: the cost of a cheap system call, in ns of this thread's CPU time.
 *
 * It makes BATCHES × CALLS calls of getppid() on the last CPU, away from the tracer, and appends
 * the median of the batches to FILE. The third argument register counts, so that a histogram of
 * arg2 has many buckets.
 */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
	if (argc != 5)
		return 2;

	int batches = atoi(argv[1]), calls = atoi(argv[2]), pause = atoi(argv[3]);
	double *cost = calloc(batches, sizeof(*cost));
	cpu_set_t last;

	CPU_ZERO(&last);
	CPU_SET(sysconf(_SC_NPROCESSORS_ONLN) - 1, &last);
	sched_setaffinity(0, sizeof(last), &last);
	for (int b = 0; b < batches; b++) {
		double start = now();

		for (int i = 0; i < calls; i++)
			syscall(SYS_getppid, 0, 0, i);
		cost[b] = (now() - start) / calls;
		if (pause)
			usleep(pause * 1000);
	}
	qsort(cost, batches, sizeof(*cost), ascending);
	FILE *out = fopen(argv[4], "a");

	if (!out || fprintf(out, "%.1f\n", cost[batches / 2]) < 0 || fclose(out))
		return 1;
	free(cost);
	return 0;
}
