/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions that begin on one CPU and return on another one, if there are several.
 */
#include <sched.h>

/** Go on to the next CPU that this process may use. */
static void migrate(int from)
{
	cpu_set_t one;

	for (int i = 1; i <= CPU_SETSIZE; i++) {
		CPU_ZERO(&one);
		CPU_SET((from + i) % CPU_SETSIZE, &one);
		if (sched_setaffinity(0, sizeof(one), &one) == 0)
			return;
	}
}

__attribute__((noinline)) int inner(int n)
{
	migrate(sched_getcpu());
	return n + 1;
}

__attribute__((noinline)) int outer(int n)
{
	int r;

	migrate(sched_getcpu());
	r = inner(n);
	migrate(sched_getcpu());
	return r + 1;
}

int main(void)
{
	int r = 0;

	for (int i = 0; i < 3; i++)
		r += outer(i);
	return r == 0;
}
