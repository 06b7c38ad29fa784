/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Keeps every CPU busy for a second, one thread each.
 */
#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

static void *spin(void *cpu)
{
	cpu_set_t one;
	struct timespec start, now;

	CPU_ZERO(&one);
	CPU_SET((long)cpu, &one);
	sched_setaffinity(0, sizeof(one), &one);
	clock_gettime(CLOCK_MONOTONIC, &start);
	do
		clock_gettime(CLOCK_MONOTONIC, &now);
	while (now.tv_sec * 1000 + now.tv_nsec / 1000000 <
	       start.tv_sec * 1000 + start.tv_nsec / 1000000 + 1000);
	return NULL;
}

int main(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);
	pthread_t threads[n];

	for (long i = 0; i < n; i++)
		pthread_create(&threads[i], NULL, spin, (void *)i);
	for (long i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
