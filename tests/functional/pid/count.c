// SPDX-License-Identifier: BSD-2-Clause
// Eight threads call one function 10,000 times each.
#include <pthread.h>

__attribute__((noinline)) long work(long a, long b)
{
	__asm__ volatile("");
	return a * 3 + b;
}

static void *run(void *arg)
{
	for (long i = 0; i < 10000; i++)
		work((long)arg, i);
	return NULL;
}

int main(void)
{
	pthread_t t[8];

	for (long i = 0; i < 8; i++)
		pthread_create(&t[i], NULL, run, (void *)i);
	for (int i = 0; i < 8; i++)
		pthread_join(t[i], NULL);
	return 0;
}
