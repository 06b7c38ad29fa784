// SPDX-License-Identifier: BSD-2-Clause
// Eight threads make as many calls as their number; each passes its number first.
#include <pthread.h>
#include <unistd.h>

enum { THREADS = 8 };

static pthread_barrier_t barrier;

static void *work(void *arg)
{
	long n = (long)arg;

	write(-1, "start", (size_t)n);
	pthread_barrier_wait(&barrier);
	for (long i = 0; i < n * 100; i++)
		getppid();
	pthread_barrier_wait(&barrier);
	write(-2, "end", (size_t)n);
	return NULL;
}

int main(void)
{
	pthread_t t[THREADS];

	pthread_barrier_init(&barrier, NULL, THREADS);
	for (long i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, work, (void *)(i + 1));
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	return 0;
}
