/* SPDX-License-Identifier: BSD-2-Clause */
/* rounds THREADS ROUNDS AHEAD [FILE]: in each round, each thread calls before(thread, round, t0),
 * makes the system call lseek(-1 - thread, round), and calls after(thread, round, t1, t2). The
 * clock showed t0 before before(), t1 between it and the system call, and t2 behind that. FILE has
 * the number of rounds that the reader of the records has read: all threads together are at most
 * AHEAD rounds ahead of it. */
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static long n_rounds, ahead;
static long *seen, done;

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

__attribute__((noinline)) long before(long thread, long i, uint64_t t0)
{
	volatile long sum = thread;

	sum += i;
	return sum + (long)t0;
}

__attribute__((noinline)) long after(long thread, long i, uint64_t t1, uint64_t t2)
{
	volatile long sum = thread;

	sum += i;
	return sum + (long)(t1 + t2);
}

static void *run(void *arg)
{
	long thread = (long)arg;

	for (long i = 0; i < n_rounds; i++) {
		uint64_t t0, t1, t2;

		while (seen && __atomic_load_n(&done, __ATOMIC_RELAXED) -
				       __atomic_load_n(seen, __ATOMIC_RELAXED) >=
				   ahead)
			usleep(100);
		t0 = now();
		before(thread, i, t0);
		t1 = now();
		lseek((int)(-1 - thread), i, SEEK_SET);
		t2 = now();
		after(thread, i, t1, t2);
		__atomic_fetch_add(&done, 1, __ATOMIC_RELAXED);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	long n_threads = atol(argv[1]);
	pthread_t threads[64];

	n_rounds = atol(argv[2]);
	ahead = atol(argv[3]);
	if (argc > 4) {
		seen = mmap(NULL, 4096, PROT_READ, MAP_SHARED, open(argv[4], O_RDONLY), 0);
		if (seen == MAP_FAILED)
			return 1;
	}
	for (long t = 0; t < n_threads; t++)
		pthread_create(&threads[t], NULL, run, (void *)t);
	for (long t = 0; t < n_threads; t++)
		pthread_join(threads[t], NULL);
	return 0;
}
