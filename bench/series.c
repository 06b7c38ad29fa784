/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The workload of bench/export, and its reader.
 *
 *	series KEYS RATE SECONDS	calls getpgid() RATE times a second with 1 … KEYS in turn
 *	series				reads times of CLOCK_MONOTONIC in ns, a line each, and
 *					compares them with now
 *
 * The workload prints its calls per second on stderr. The reader prints how late the lines come:
 *median, 99 %, and the worst, in ms.
 */
#include "measure.h"

#include <sys/syscall.h>

enum { SLICES = 1000, LINES = 1 << 20 };

static int work(int keys, int rate, int seconds)
{
	double begin = now(CLOCK_MONOTONIC), end;
	long calls = 0;

	use_last_cpu();
	for (int slice = 0; slice < seconds * SLICES; slice++) {
		double wait = begin + slice * 1e9 / SLICES - now(CLOCK_MONOTONIC);

		if (wait > 0)
			usleep(wait / 1000);
		for (int i = 0; i < rate / SLICES; i++)
			syscall(SYS_getpgid, (int)(calls++ % keys) + 1);
	}
	end = now(CLOCK_MONOTONIC);
	return fprintf(stderr, "%.0f\n", calls / (end - begin) * 1e9) < 0;
}

static int read_times(void)
{
	double *late = malloc(LINES * sizeof(*late)), time;
	int n = 0;

	while (n < LINES && scanf("%lf", &time) == 1)
		late[n++] = (now(CLOCK_MONOTONIC) - time) / 1e6;
	if (n) {
		double middle = median(late, n);

		printf("%.2f %.2f %.2f\n", middle, late[n * 99 / 100], late[n - 1]);
	}
	free(late);
	return !n;
}

int main(int argc, char **argv)
{
	if (argc == 4)
		return work(atoi(argv[1]), atoi(argv[2]), atoi(argv[3]));
	return argc == 1 ? read_times() : 2;
}
