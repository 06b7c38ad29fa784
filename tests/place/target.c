/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * target SITES THREADS [FLAGS]: calls its sites in all threads until its input ends. Each call's
 * result is checked. Flags: `s` signals on alternate stacks, `f` forks, `v` vforks, `V` slowly, `t`
 * short threads, `x` executes itself again every 50 ms, `z` the first thread exits, `i` the first
 * thread sleeps in epoll_wait() and checks that no call fails, `r` the first thread counts by
 * restartable sequences (rseq), `c` a filter kills threads that allocate memory by unusual calls,
 * `p` threads pause, `g` the first thread measures how long it stood still.
 *
 * Writes struct site_facts, at the end struct site_totals.
 */
#include "sites.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef SITES
#define SITES 1000
#endif
#define TEXT_(x) #x
#define TEXT(x)	 TEXT_(x)

uint64_t plain;
extern char sites[];
__asm__(".text\n.balign 4096\n.globl sites\nsites:\n.rept " TEXT(
    SITES) "\n"
	   "push %rbx\nmov %rdi,%rbx\nlock incq plain(%rip)\nlea 7(%rbx),%rax\npop %rbx\nret\n"
	   ".balign 32\n.endr\n");

enum { MAX_THREADS = 1024, STACK = 1 << 16, EXEC_MS = 50, SIGNAL_US = 100, VFORK_US = 300000 };

static unsigned n_sites;
static volatile bool ending, has_signals, idles;
static _Atomic uint64_t calls, wrong;
static uint64_t gap;
static char **arguments;

static bool call_site(unsigned i)
{
	uint64_t (*site)(uint64_t) = (uint64_t(*)(uint64_t))(sites + (size_t)i * SITE_STRIDE);

	return site(i) == i + SITE_ADDS;
}

static void call_some(unsigned seed, unsigned n)
{
	unsigned failed = 0;

	for (unsigned i = 0; i < n; i++)
		failed += !call_site((seed + i) % n_sites);
	atomic_fetch_add(&calls, n);
	atomic_fetch_add(&wrong, failed);
}

static void *run_thread(void *arg)
{
	stack_t stack = {.ss_sp = malloc(STACK), .ss_size = STACK};

	sigaltstack(&stack, NULL);
	for (unsigned i = (unsigned)(uintptr_t)arg; !ending; i += 17) {
		call_some(i, 100);
		if (idles)
			usleep(100000);
	}
	return NULL;
}

static void *run_briefly(void *arg)
{
	call_some((unsigned)(uintptr_t)arg, 10);
	return NULL;
}

static void handle(int sig)
{
	(void)sig;
	call_some((unsigned)sig, 3);
}

static void start_signals(void)
{
	struct sigaction a = {.sa_handler = handle, .sa_flags = SA_ONSTACK | SA_RESTART};
	struct itimerval t = {{0, SIGNAL_US}, {0, SIGNAL_US}};

	has_signals = true;
	sigaction(SIGALRM, &a, NULL);
	setitimer(ITIMER_REAL, &t, NULL);
}

static void fork_once(void)
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		call_some(0, 100);
		_exit(wrong != 0);
	}
	if (waitpid(pid, &status, 0) == pid && status)
		atomic_fetch_add(&wrong, 1000000);
}

static void vfork_once(unsigned vfork_us)
{
	int status;
	pid_t pid = vfork();

	if (!pid) {
		usleep(vfork_us);
		_exit(!call_site(0));
	}
	atomic_fetch_add(&calls, 1);
	if (waitpid(pid, &status, 0) == pid && status)
		atomic_fetch_add(&wrong, 1000000);
}

/** Sleeps for a moment in a system call that a stop interrupts with EINTR. */
static void sleep_in_epoll(int epoll)
{
	struct epoll_event e;

	if (epoll_wait(epoll, &e, 1, 20) < 0 && !has_signals)
		atomic_fetch_add(&wrong, 1000000);
}

#ifdef __GLIBC__
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/rseq.h>

/** Kills each thread that creates a memfd, or makes another call that the placer needs. */
static void filter_calls(void)
{
	struct sock_filter code[] = {
	    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0),
	    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_memfd_create, 1, 0),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
	};
	struct sock_fprog program = {4, code};

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		_exit(4);
}

/** Adds 1 to this CPU's counter, without atomic instructions. Returns false if it was aborted. */
static bool add_on_cpu(uint64_t *counters, struct rseq *area)
{
	uint32_t cpu;
	uint64_t value = 0;
	bool ok = true;

	__asm__ volatile(".pushsection .data.rel.ro,\"aw\"\n.balign 32\n"
			 "1: .long 0,0\n.quad 10f, 11f-10f, 12f\n.popsection\n"
			 "lea 1b(%%rip),%%rax\nmov %%rax,8(%[area])\n"
			 "10: mov 4(%[area]),%[cpu]\nmov (%[counters],%q[cpu],8),%[value]\n"
			 "mov $200,%%eax\n3: dec %%eax\njnz 3b\n"
			 "inc %[value]\nmov %[value],(%[counters],%q[cpu],8)\n11:\njmp 13f\n"
			 ".byte 0x0f,0xb9,0x3d\n.long 0x53053053\n12: movb $0,%[ok]\n13:\n"
			 : [cpu] "=&r"(cpu), [value] "+&r"(value), [ok] "+m"(ok)
			 : [area] "r"(area), [counters] "r"(counters)
			 : "rax", "memory", "cc");
	return ok;
}

/** Two threads count on all CPUs. */
static void *count_on_cpus(void *arg)
{
	static uint64_t counters[1024];
	static _Atomic uint64_t expected;
	struct rseq *area =
	    (struct rseq *)(void *)((char *)__builtin_thread_pointer() + __rseq_offset);
	uint64_t sum = 0;

	for (unsigned i = 0; i < 20000; i++)
		expected += add_on_cpu(counters, area);
	for (unsigned i = 0; arg && i < 1024; i++)
		sum += counters[i];
	if (arg && sum != expected)
		atomic_fetch_add(&wrong, 1000000);
	return NULL;
}
#else // musl's headers lack what the above needs
static void filter_calls(void)
{
}

static void *count_on_cpus(void *arg)
{
	return arg;
}
#endif

/** The first thread and another one count together. */
static void count_together(void)
{
	pthread_t t;

	pthread_create(&t, NULL, count_on_cpus, NULL);
	count_on_cpus(NULL);
	pthread_join(t, NULL);
	count_on_cpus(&t);
}

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/** Looks for gaps in the time of this thread. */
static void measure_gaps(void)
{
	uint64_t last = now();

	for (unsigned i = 0; i < 100000; i++) {
		uint64_t t = now();

		if (t - last > gap)
			gap = t - last;
		last = t;
	}
}

static bool input_has_ended(void)
{
	struct pollfd p = {.fd = 0, .events = POLLIN};
	char c;

	return poll(&p, 1, 0) > 0 && read(0, &c, 1) <= 0;
}

static void report_totals(void)
{
	struct site_totals t = {calls, wrong, plain, gap};

	if (write(1, &t, sizeof(t)) != sizeof(t))
		_exit(3);
}

static void work(const char *flags, int epoll)
{
	pthread_t t;

	if (strchr(flags, 'f'))
		fork_once();
	if (strchr(flags, 'v'))
		vfork_once(0);
	if (strchr(flags, 'V'))
		vfork_once(VFORK_US);
	if (strchr(flags, 't') && !pthread_create(&t, NULL, run_briefly, NULL))
		pthread_join(t, NULL);
	if (strchr(flags, 'r'))
		count_together();
	if (strchr(flags, 'g'))
		measure_gaps();
	else if (strchr(flags, 'i'))
		sleep_in_epoll(epoll);
	else
		usleep(1000);
}

struct supervisor {
	struct site_facts facts;
	pthread_t threads[MAX_THREADS];
	unsigned n;
	const char *flags;
};

static void *supervise(void *arg)
{
	struct supervisor *s = arg;
	int epoll = epoll_create1(EPOLL_CLOEXEC);
	uint64_t begin;

	s->facts.tid = gettid();
	if (write(1, &s->facts, sizeof(s->facts)) != sizeof(s->facts))
		_exit(3);
	begin = now();
	while (!input_has_ended()) {
		work(s->flags, epoll);
		if (strchr(s->flags, 'x') && now() - begin > EXEC_MS * UINT64_C(1000000))
			execv("/proc/self/exe", arguments);
	}
	ending = true;
	for (unsigned i = 0; i < s->n; i++)
		pthread_join(s->threads[i], NULL);
	report_totals();
	_exit(wrong != 0);
}

int main(int argc, char **argv)
{
	static struct supervisor s;
	pthread_t t;

	arguments = argv;
	s.facts.sites = (uint64_t)(uintptr_t)sites;
	s.facts.plain = (uint64_t)(uintptr_t)&plain;
	n_sites = s.facts.n = argc > 1 ? (unsigned)atoi(argv[1]) : SITES;
	s.n = argc > 2 ? (unsigned)atoi(argv[2]) : 1;
	s.flags = argc > 3 ? argv[3] : "";
	if (n_sites > SITES || s.n > MAX_THREADS)
		return 2;
	idles = strchr(s.flags, 'p');
	if (strchr(s.flags, 'c'))
		filter_calls();
	for (unsigned i = 0; i < s.n; i++)
		pthread_create(&s.threads[i], NULL, run_thread, (void *)(uintptr_t)i);
	if (strchr(s.flags, 's'))
		start_signals();
	if (!strchr(s.flags, 'z'))
		supervise(&s);
	pthread_create(&t, NULL, supervise, &s);
	pthread_exit(NULL);
}
