/* SPDX-License-Identifier: BSD-2-Clause */
/* Variables that are written a known number of times, by the program, its threads and the kernel.
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ALONE = 2000, THREADS = 4, EACH = 250 };

volatile unsigned counter;
volatile long wide = -1;
volatile char letter;
volatile short halves[2] __attribute__((aligned(4)));
volatile char buffer[8] __attribute__((aligned(8)));

__attribute__((noinline)) int add(int a, int b)
{
	__asm__ volatile("");
	return a + b;
}

static void *write_often(void *arg)
{
	for (unsigned i = 0; i < EACH; i++)
		__atomic_store_n(&counter, i, __ATOMIC_RELAXED);
	return NULL;
}

static void from_threads(void)
{
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, write_often, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
}

/** The kernel writes. */
static void from_pipe(void)
{
	int fds[2];

	if (pipe(fds) || write(fds[1], "WATCHED!", 8) != 8 || read(fds[0], (char *)buffer, 8) != 8)
		perror("pipe");
}

int main(void)
{
	for (unsigned i = 1; i <= ALONE; i++)
		counter = i;
	wide = wide * 3;
	letter = 'x';
	halves[0] = 5;
	halves[1] = 6;
	from_threads();
	from_pipe();
	if (add(40, 2) == 42)
		puts("done");
	return 0;
}
