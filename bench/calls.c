/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * calls BATCHES CALLS PAUSE FILE: the cost of a cheap system call, in ns of this thread's CPU time.
 *
 * It makes BATCHES × CALLS calls of getppid() on the last CPU, away from the tracer, and appends
 * the median of the batches to FILE. The third argument register counts, so that a histogram of
 * arg2 has many buckets; the first is a path. Behind each call is the USDT probe bench:call, with
 * the count and a text.
 */
#include "measure.h"

#include <sys/syscall.h>

/** A note as `dtrace -h` makes it; its own, for peers that know nothing else. */
#define PROBE(count, text)                                                                    \
	__asm__ volatile("990: nop\n"                                                         \
			 ".pushsection .note.stapsdt,\"?\",\"note\"\n"                        \
			 ".balign 4\n.4byte 992f-991f, 994f-993f, 3\n"                        \
			 "991: .asciz \"stapsdt\"\n992: .balign 4\n"                          \
			 "993: .8byte 990b, 0, 0\n.asciz \"bench\"\n.asciz \"call\"\n"        \
			 ".asciz \"-4@%0 8@%1\"\n994: .balign 4\n.popsection\n" ::"r"(count), \
			 "r"(text))

int main(int argc, char **argv)
{
	if (argc != 5)
		return 2;

	static const char path[] = "/usr/share/zoneinfo/Europe/Berlin";
	int batches = atoi(argv[1]), calls = atoi(argv[2]), pause = atoi(argv[3]);
	double *cost = calloc(batches, sizeof(*cost));

	use_last_cpu();
	for (int b = 0; b < batches; b++) {
		double start = now(CLOCK_THREAD_CPUTIME_ID);

		for (int i = 0; i < calls; i++) {
			syscall(SYS_getppid, path, 0, i);
			PROBE(i, argv[4]);
		}
		cost[b] = (now(CLOCK_THREAD_CPUTIME_ID) - start) / calls;
		if (pause)
			usleep(pause * 1000);
	}
	int failed = append(argv[4], median(cost, batches));

	free(cost);
	return failed;
}
