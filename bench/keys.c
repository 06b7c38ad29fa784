/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * keys KEYS FILE: measures the cost of a new key and of an existing key, in ns of CPU time.
 *
 * It calls getppid() with each of KEYS different arguments, and then five times more. The cost of a
 * call in the first round is appended to FILE.new, the median of the others to FILE.again.
 */
#include "measure.h"

#include <sys/syscall.h>

enum { AGAIN = 5 };

/** Calls getppid() with each key. Returns the average cost of a call. */
static double round_of(long keys)
{
	double start = now(CLOCK_THREAD_CPUTIME_ID);

	for (long i = 0; i < keys; i++)
		syscall(SYS_getppid, i);
	return (now(CLOCK_THREAD_CPUTIME_ID) - start) / keys;
}

static int append_to(const char *file, const char *what, double value)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s.%s", file, what);
	return append(path, value);
}

int main(int argc, char **argv)
{
	double first, again[AGAIN];
	long keys;

	if (argc != 3)
		return 2;
	keys = atol(argv[1]);
	use_last_cpu();
	first = round_of(keys);
	for (int i = 0; i < AGAIN; i++)
		again[i] = round_of(keys);
	return append_to(argv[2], "new", first) ||
	       append_to(argv[2], "again", median(again, AGAIN));
}
