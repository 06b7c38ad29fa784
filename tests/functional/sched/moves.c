// SPDX-License-Identifier: BSD-2-Clause
// Three threads compute on CPU 0; a fourth moves each of them to CPU 1 and back, two hundred times.
// Usually the moved thread has to wait for its turn.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { THREADS = 3, ROUNDS = 200 };

static volatile bool ended;

static void *compute(void *arg)
{
	while (!ended)
		;
	return arg;
}

static void move(pthread_t t, int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (pthread_setaffinity_np(t, sizeof(set), &set)) {
		printf("there is no CPU %d\n", cpu);
		exit(77);
	}
}

int main(void)
{
	pthread_t t[THREADS];
	int ends[2];

	move(pthread_self(), 1);
	move(pthread_self(), 0);
	if (pipe(ends)) // prints that it begins
		return 1;
	for (int i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, compute, NULL);
	move(pthread_self(), 1);
	for (int i = 0; i < ROUNDS; i++) {
		move(t[i % THREADS], 1);
		move(t[i % THREADS], 0);
	}
	ended = true;
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	return 0;
}
