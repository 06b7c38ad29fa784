/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * spawn [-i SECONDS] [-n ROUNDS] COMMAND…: measures the time that a command takes.
 *
 * Prints the median wall time in ms of ROUNDS runs and the largest resident set in KB. With -i, the
 * command is interrupted (SIGINT) after SECONDS, and the time is from there to its end. The
 * command's output is discarded.
 */
#include "measure.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

static double once(char **command, int interrupt_after, long *max_rss)
{
	struct rusage usage;
	double start = now(CLOCK_MONOTONIC);
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
		start = now(CLOCK_MONOTONIC);
		kill(pid, SIGINT);
	}
	wait4(pid, NULL, 0, &usage);
	if (usage.ru_maxrss > *max_rss)
		*max_rss = usage.ru_maxrss;
	return (now(CLOCK_MONOTONIC) - start) / 1e6;
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
	printf("%.1f %ld\n", median(ms, rounds), max_rss);
	free(ms);
	return 0;
}
