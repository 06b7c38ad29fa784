/* SPDX-License-Identifier: BSD-2-Clause */
/* Sleeps, computes, and does nothing, between traced calls. */
#include <time.h>
#include <unistd.h>

static double cpu_time(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec + t.tv_nsec * 1e-9;
}

int main(void)
{
	struct timespec pause = {.tv_nsec = 300000000};
	double begin;

	(void)!chroot(NULL);
	nanosleep(&pause, NULL);
	(void)!chroot(NULL);
	for (begin = cpu_time(); cpu_time() < begin + 0.3;)
		;
	(void)!chroot(NULL);
	(void)!chroot(NULL);
	return 0;
}
