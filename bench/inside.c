/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * inside THREADS BATCHES CALLS FILE [KIND]: measures the cost of calling probed() in THREADS
 *threads at once, each on a CPU of its own, and appends the nanoseconds of a call to FILE: of the
 *fastest batch, since nothing disturbed it, averaged over the threads. After each batch it pauses,
 *so that a tracer can read its records. KIND:
 *
 *	declared	calls declared(), which has a USDT probe
 *	data, heap	passes a text of 12 bytes there instead of numbers
 *	system		makes an empty system call besides
 *
 * It is built three times: plain; with -pg, for uftrace; and with a tracepoint of LTTng in
 * probed(), if BENCH_LTTNG is defined.
 */
#include "measure.h"

#include <pthread.h>
#include <string.h>
#include <sys/syscall.h>

#ifdef BENCH_LTTNG
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "inside_lttng.h"
#else
#define lttng_ust_tracepoint(...)
#endif

enum { THREADS_MAX = 64, PAUSE_US = 2000 };

struct worker {
	pthread_t thread;
	int cpu;
	double cost;
};

static int batches, calls;
static pthread_barrier_t start;

long probed(long x);

__attribute__((noipa)) long probed(long x)
{
	lttng_ust_tracepoint(bench, probed, x);
	return x + 1;
}

long declared(long x);

/** As headers of `dtrace -h` make it. */
__attribute__((noipa)) long declared(long x)
{
	__asm__ volatile("990: nop; .byte 0x0f, 0x1f, 0x44, 0, 0\n"
			 ".pushsection .note.stapsdt,\"?\",\"note\"\n"
			 ".balign 4\n.4byte 992f-991f, 994f-993f, 3\n"
			 "991: .asciz \"stapsdt\"\n992: .balign 4\n"
			 "993: .8byte 990b, 0, 0\n.asciz \"bench\"\n.asciz \"declared\"\n"
			 ".asciz \"8@%%rdi\"\n994: .balign 4\n.popsection\n" ::"D"(x));
	return x + 1;
}

__attribute__((noipa)) static long call_system(long x)
{
	return probed(x) + syscall(SYS_getppid);
}

static long (*function)(long) = probed;
static char text[] = "twelve bytes";
static long argument, mask = 1023; // passed: the argument + the number of the call & mask

/** Returns false if there is no such kind. */
static int choose(const char *kind)
{
	int is_heap = !strcmp(kind, "heap");

	if (!strcmp(kind, "declared"))
		function = declared;
	else if (!strcmp(kind, "system"))
		function = call_system;
	else if (is_heap || !strcmp(kind, "data"))
		argument = (long)(is_heap ? strdup(text) : text), mask = 0;
	else
		return 0;
	return 1;
}

static void *work(void *arg)
{
	struct worker *w = arg;

	use_cpu(w->cpu);
	w->cost = 1e9;
	for (int b = 0; b < batches; b++) {
		pthread_barrier_wait(&start);
		double begin = now(CLOCK_MONOTONIC), cost;

		for (int i = 0; i < calls; i++)
			function(argument + (i & mask));
		cost = (now(CLOCK_MONOTONIC) - begin) / calls;
		w->cost = cost < w->cost ? cost : w->cost;
		usleep(PAUSE_US);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	static struct worker w[THREADS_MAX];
	int n = argc >= 5 ? atoi(argv[1]) : 0;
	double sum = 0;

	if (n < 1 || n > THREADS_MAX)
		return 2;
	if (argc > 5 && !choose(argv[5]))
		return 2;
	batches = atoi(argv[2]);
	calls = atoi(argv[3]);
	pthread_barrier_init(&start, NULL, n);
	for (int k = 0; k < n; k++) {
		w[k].cpu = (int)sysconf(_SC_NPROCESSORS_ONLN) - 1 - k;
		if (pthread_create(&w[k].thread, NULL, work, &w[k]))
			return 1;
	}
	for (int k = 0; k < n; k++) {
		pthread_join(w[k].thread, NULL);
		sum += w[k].cost;
	}
	return append(argv[4], sum / n);
}
