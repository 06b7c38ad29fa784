/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * still FILE: a program of FUNCTIONS functions that may be probed. Prints "ready", then measures
 * how long it stands still until its input ends, and appends the longest time and the sum of all to
 * FILE, in ms. Time for which it waits for a CPU does not count.
 */
#include "measure.h"

#include <fcntl.h>
#include <poll.h>

enum { SHORTEST = 100000, BETWEEN_POLLS = 10000000 }; // ns: less is no stop

#define TEXT(x)	     #x
#define NUMBER(name) TEXT(name)

__asm__(".text\n"
	".altmacro\n"
	".macro function number\n"
	".balign 16\n"
	".globl f_\\number\n.type f_\\number, @function\n"
	"f_\\number: push %rbp\n mov %rsp, %rbp\n lea 1(%rdi), %rax\n pop %rbp\n ret\n"
	".size f_\\number, . - f_\\number\n"
	".endm\n"
	".set i, 0\n"
	".rept " NUMBER(FUNCTIONS) "\n"
				   "function %i\n"
				   ".set i, i + 1\n"
				   ".endr\n");

/** Reports whether the input has ended. */
static int has_ended(void)
{
	struct pollfd input = {.fd = 0, .events = POLLIN};

	return poll(&input, 1, 0) > 0;
}

/** Returns the ns for which this process has waited for a CPU; 0: the kernel does not count them.
 */
static double waited(void)
{
	static int fd = -1;
	char text[128] = "";
	double ns = 0;

	if (fd < 0)
		fd = open("/proc/self/schedstat", O_RDONLY);
	if (pread(fd, text, sizeof(text) - 1, 0) <= 0 || sscanf(text, "%*s %lf", &ns) != 1)
		return 0;
	return ns;
}

int main(int argc, char **argv)
{
	double last, polled, longest = 0, sum = 0, before = waited();
	FILE *out;

	if (argc != 2)
		return 2;
	use_last_cpu();
	puts("ready");
	fflush(stdout);
	last = polled = now(CLOCK_MONOTONIC);
	for (;;) {
		double t = now(CLOCK_MONOTONIC), still = t - last;

		last = t;
		if (still > SHORTEST) {
			double after = waited();

			still -= after - before;
			before = after;
			longest = still > longest ? still : longest;
			sum += still > SHORTEST ? still : 0;
		}
		if (t - polled < BETWEEN_POLLS)
			continue;
		if (has_ended())
			break;
		polled = now(CLOCK_MONOTONIC);
	}
	out = fopen(argv[1], "a");
	return !out || fprintf(out, "%.2f %.2f\n", longest / 1e6, sum / 1e6) < 0 || fclose(out);
}
