/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * spawn [-i SECONDS] [-n ROUNDS] COMMAND…: how long a command takes.
 *
 * Prints the median wall time in ms of ROUNDS runs and the largest resident set in KB. With -i the
 * command is interrupted (SIGINT) after SECONDS, and the time counts from there to its end. The
 * command's output is thrown away.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double once(char **command, int interrupt_after, long *max_rss)
{
	struct rusage usage;
	double start = now();
	pid_t pid = fork();

	if (!pid) {
		int null = open("/dev/null", O_RDWR);

		for (int fd = 0; fd < 3; fd++)
			dup2(null, fd);
		execvp(command[0], command);
		_exit(127);
	}
	if (interrupt_after) {
		sleep(interrupt_after);
		start = now();
		kill(pid, SIGINT);
	}
	wait4(pid, NULL, 0, &usage);
	if (usage.ru_maxrss > *max_rss)
		*max_rss = usage.ru_maxrss;
	return now() - start;
}

int main(int argc, char **argv)
{
	int interrupt_after = 0, rounds = 1, option;
	long max_rss = 0;

	while ((option = getopt(argc, argv, "+i:n:")) != -1) {
		if (option == 'i')
			interrupt_after = atoi(optarg);
		else if (option == 'n')
			rounds = atoi(optarg);
		else
			return 2;
	}
	if (optind == argc || rounds < 1)
		return 2;
	double *ms = calloc(rounds, sizeof(*ms));

	for (int r = 0; r < rounds; r++)
		ms[r] = once(argv + optind, interrupt_after, &max_rss);
	qsort(ms, rounds, sizeof(*ms), ascending);
	printf("%.1f %ld\n", ms[rounds / 2], max_rss);
	free(ms);
	return 0;
}
