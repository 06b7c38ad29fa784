// SPDX-License-Identifier: BSD-2-Clause
/*
 * hammer THREADS CALLS SITES: each thread calls one of SITES functions, chosen by its number, CALLS
 * times. The kernel executes the first instruction itself.
 */
// cflags: -fcf-protection=none
#include <pthread.h>
#include <stdlib.h>

#define SITE(n)                                        \
	__attribute__((noinline)) long site##n(long a) \
	{                                              \
		__asm__ volatile("");                  \
		return a + n;                          \
	}                                              \
	_Static_assert(n < 8, "sites")
SITE(0);
SITE(1);
SITE(2);
SITE(3);
SITE(4);
SITE(5);
SITE(6);
SITE(7);

static long (*const site[])(long) = {site0, site1, site2, site3, site4, site5, site6, site7};
static long calls, sites;

static void *run(void *arg)
{
	long thread = (long)arg;

	for (long i = 0; i < calls; i++)
		if (site[thread % sites](i) != i + thread % sites)
			abort();
	return NULL;
}

int main(int argc, char **argv)
{
	long threads = argc == 4 ? atol(argv[1]) : 0;
	pthread_t t[64];

	if (threads < 1 || threads > 64)
		return 2;
	calls = atol(argv[2]);
	sites = atol(argv[3]);
	if (sites < 1 || sites > 8)
		return 2;
	for (long i = 0; i < threads; i++)
		pthread_create(&t[i], NULL, run, (void *)i);
	for (long i = 0; i < threads; i++)
		pthread_join(t[i], NULL);
	return 0;
}
