/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * calls BATCHES CALLS PAUSE FILE [DEPTH]: measures the cost of a cheap system call, in ns of this
 * thread's CPU time. If ELAPSED is in the environment, it measures the elapsed time of the fastest
 * batch instead, for tracers that stop the thread.
 *
 * It makes BATCHES × CALLS calls of getppid() on the last CPU, away from the tracer, and appends
 * the median of the batches to FILE. The third argument register counts, so that a histogram of
 * arg2 has many buckets; the first is a path. The thread has a trace context. After each call is
 * the USDT probe bench:call, with the count and a text. With DEPTH, the calls are made from that
 * depth of a recursive function with frame pointers.
 */
#include "measure.h"

#include <sys/syscall.h>

/** A note like those of `dtrace -h`, written here so that it works without dtrace. */
#define PROBE(count, text)                                                                    \
	__asm__ volatile("990: nop\n"                                                         \
			 ".pushsection .note.stapsdt,\"?\",\"note\"\n"                        \
			 ".balign 4\n.4byte 992f-991f, 994f-993f, 3\n"                        \
			 "991: .asciz \"stapsdt\"\n992: .balign 4\n"                          \
			 "993: .8byte 990b, 0, 0\n.asciz \"bench\"\n.asciz \"call\"\n"        \
			 ".asciz \"-4@%0 8@%1\"\n994: .balign 4\n.popsection\n" ::"r"(count), \
			 "r"(text))

/** The beginning of a record of OpenTelemetry's thread context. */
struct context {
	unsigned char trace[16], span[8], is_valid, flags, size[2];
};
__attribute__((visibility("default"))) __thread const struct context *otel_thread_ctx_v1;

/** The parameters of the calls, and their costs. */
struct run {
	int batches, calls, pause;
	clockid_t clock;
	const char *text;
	double *cost;
};

static void measure_calls(const struct run *r)
{
	static const char path[] = "/usr/share/zoneinfo/Europe/Berlin";
	static const struct context context = {.trace = {1}, .span = {2}, .is_valid = 1};

	otel_thread_ctx_v1 = &context;
	for (int b = 0; b < r->batches; b++) {
		double start = now(r->clock);

		for (int i = 0; i < r->calls; i++) {
			syscall(SYS_getppid, path, 0, i);
			PROBE(i, r->text);
		}
		r->cost[b] = (now(r->clock) - start) / r->calls;
		if (r->pause)
			usleep(r->pause * 1000);
	}
}

/** Calls itself `depth` times, with a frame for each step that the compiler cannot remove. */
static __attribute__((noinline)) void descend(const struct run *r, int depth)
{
	if (depth > 0)
		descend(r, depth - 1);
	else
		measure_calls(r);
	__asm__ volatile("" ::: "memory");
}

int main(int argc, char **argv)
{
	if (argc < 5)
		return 2;

	struct run r = {.batches = atoi(argv[1]),
			.calls = atoi(argv[2]),
			.pause = atoi(argv[3]),
			.clock = getenv("ELAPSED") ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID,
			.text = argv[4]};

	r.cost = calloc(r.batches, sizeof(*r.cost));
	use_last_cpu();
	descend(&r, argc > 5 ? atoi(argv[5]) : 0);

	double middle = median(r.cost, r.batches);
	int failed = append(argv[4], r.clock == CLOCK_MONOTONIC ? r.cost[0] : middle);

	free(r.cost);
	return failed;
}
