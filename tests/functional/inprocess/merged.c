/* SPDX-License-Identifier: BSD-2-Clause */
/* merged THREADS ROUNDS FILE: reads the records of `rounds` and reports how many are missing, and
 * what is wrong with their order. A record is a line: "b THREAD ROUND TIME T0", "s THREAD ROUND
 * TIME" or "a THREAD ROUND TIME T1 T2". FILE receives the number of rounds that were read.
 *
 * No time is more than 100 ns before an earlier line's, or outside the times that the target has
 * noted. The records of a thread are in the order of its calls. */
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { THREADS = 64, LIMIT = 100 };

struct thread {
	long next; // round * 3 + kind of the record that is expected
	int64_t before, call;
};

static struct thread threads[THREADS];
static int64_t latest, worst_order, worst_clock;
static long n_records, n_missing, n_disorder, n_inversions, n_wrong;

/** Notes by how much `a`, which should not be later than `b`, is. */
static void compare(int64_t a, int64_t b, int64_t *worst, long *n)
{
	if (a - b > *worst)
		*worst = a - b;
	*n += a - b > LIMIT;
}

static void check(char kind, long t, long round, int64_t time, const int64_t noted[2])
{
	struct thread *p = &threads[t];
	long at = round * 3 + (kind == 'b' ? 0 : kind == 's' ? 1 : 2);

	if (at < p->next)
		n_disorder++;
	else
		n_missing += at - p->next;
	if (kind == 'b')
		compare(noted[0], time, &worst_clock, &n_wrong);
	if (kind == 'b')
		p->before = time;
	if (kind == 's')
		p->call = time;
	if (kind == 'a' && at == p->next) {
		compare(p->before, noted[0], &worst_clock, &n_wrong);
		compare(noted[0], p->call, &worst_clock, &n_wrong);
		compare(p->call, noted[1], &worst_clock, &n_wrong);
		compare(noted[1], time, &worst_clock, &n_wrong);
	}
	p->next = at + 1;
	compare(latest, time, &worst_order, &n_inversions);
	latest = time > latest ? time : latest;
	n_records++;
}

/** Reads a number and moves behind it. */
static int64_t number(char **at)
{
	return strtoll(*at, at, 10);
}

int main(int argc, char **argv)
{
	long n_threads = atol(argv[1]), all = n_threads * atol(argv[2]) * 3;
	int fd = open(argv[3], O_RDWR | O_CREAT, 0644);
	static char line[512];
	long *seen;

	if (ftruncate(fd, 4096))
		return 1;
	seen = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (seen == MAP_FAILED)
		return 1;
	while (fgets(line, sizeof(line), stdin)) {
		char kind = line[0], *at = line + 1;
		long t = number(&at), round = number(&at);
		int64_t time = number(&at), noted[2] = {number(&at), number(&at)};

		if (!strchr("bsa", kind) || t < 0 || t >= n_threads) {
			if (*line != '\n')
				fputs(line, stdout);
			continue;
		}
		check(kind, t, round, time, noted);
		if (kind == 'a')
			__atomic_fetch_add(seen, 1, __ATOMIC_RELAXED);
	}
	for (long t = 0; t < n_threads; t++)
		n_missing += atol(argv[2]) * 3 - threads[t].next;
	if (n_records + n_missing != all)
		printf("%ld records and %ld missing are not %ld\n", n_records, n_missing, all);
	printf(
	    "%ld missing\n%ld after a later one of the thread, %ld inversions, %ld times outside\n",
	    n_missing, n_disorder, n_inversions, n_wrong);
	fprintf(stderr,
		"%ld records; inversions of %" PRId64 " ns, and times %" PRId64
		" ns outside, at most\n",
		n_records, worst_order, worst_clock);
	return 0;
}
