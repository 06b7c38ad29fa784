// SPDX-License-Identifier: BSD-2-Clause
// Two threads pass a byte back and forth a thousand times, each asleep while the other has it; a
// third thread computes all the while. All of them want CPU 0.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

static int there[2], back[2];
static volatile bool ended;

static void *answer(void *arg)
{
	char byte;

	while (read(there[0], &byte, 1) == 1 && write(back[1], &byte, 1) == 1)
		;
	return arg;
}

static void *compute(void *arg)
{
	while (!ended)
		;
	return arg;
}

int main(void)
{
	pthread_t t[2];
	cpu_set_t set;
	char byte = 'x';

	CPU_ZERO(&set);
	CPU_SET(0, &set);
	sched_setaffinity(0, sizeof(set), &set);
	if (pipe(there) || pipe(back))
		return 1;
	pthread_create(&t[0], NULL, answer, NULL);
	pthread_create(&t[1], NULL, compute, NULL);
	for (int i = 0; i < 1000; i++)
		if (write(there[1], &byte, 1) != 1 || read(back[0], &byte, 1) != 1)
			exit(1);
	ended = true;
	close(there[1]);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return 0;
}
