/* SPDX-License-Identifier: BSD-2-Clause */
/* Two threads, each on its own CPU, that take turns. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

static sem_t turn[2];
static int cpus[2];

/** The action of thread `who` in its turn `n`. */
static void work(int who, int n);

/** How many turns each of them has. */
static const int turns[2];

static void *run(void *arg)
{
	int who = (int)(long)arg;
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpus[who], &set);
	if (pthread_setaffinity_np(pthread_self(), sizeof(set), &set))
		return arg;
	for (int n = 0; n < turns[who]; n++) {
		sem_wait(&turn[who]);
		work(who, n);
		sem_post(&turn[!who]);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	cpu_set_t set;
	int n = 0;

	sched_getaffinity(0, sizeof(set), &set);
	for (int cpu = 0; cpu < CPU_SETSIZE && n < 2; cpu++)
		if (CPU_ISSET(cpu, &set))
			cpus[n++] = cpu;
	sem_init(&turn[0], 0, 1);
	sem_init(&turn[1], 0, 0);
	for (long i = 0; i < 2; i++)
		if (pthread_create(&threads[i], NULL, run, (void *)i))
			return 1;
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return n != 2;
}
