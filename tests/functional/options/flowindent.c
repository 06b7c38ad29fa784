/* SPDX-License-Identifier: BSD-2-Clause */
/* Two threads on two CPUs in calls of different depth, at the same time. */
#include "_two.h"

#include <sys/stat.h>

static const int turns[2] = {5, 9};

#define noclone __attribute__((noinline, noclone))

noclone int inner(int n)
{
	return (int)umask(n % 2) + n;
}

noclone int middle(int n)
{
	return inner(n) + inner(n + 1);
}

noclone int outer(int who, int n)
{
	int r;

	r = middle(n);
	/* The other thread has its turn in the middle of this one's calls. */
	if (n < turns[0] - 1) {
		sem_post(&turn[!who]);
		sem_wait(&turn[who]);
	}
	return r + middle(n);
}

static void work(int who, int n)
{
	static volatile int sink;

	sink += who ? middle(n) : outer(who, n);
}
