// SPDX-License-Identifier: BSD-2-Clause
/*
 * signals [ALARMS [SECONDS]]: five uses of signals, one after the other: ALARMS alarms, one every
 * tenth of a second, then each of the others for SECONDS seconds (0.5). The output does not depend
 * on the number of delivered signals. The exit status is 7.
 *
 * alarm:    the handler sets the alarm again and prints a line; the program counts up
 * altstack: the handler runs on its own stack, calls itself there, and its locals are there
 * longjmp:  the handler leaves by siglongjmp()
 * nested:   a handler is interrupted by its own and another signal
 * threads:  four threads send each other signals, each one is handled by the one it was sent to
 */
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static double end;

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

static void handle(int signal, void (*handler)(int), int flags)
{
	struct sigaction a = {.sa_handler = handler, .sa_flags = flags};

	sigaction(signal, &a, NULL);
}

static void every(int us)
{
	struct itimerval t = {{0, us}, {0, us}};

	setitimer(ITIMER_REAL, &t, NULL);
}

// ---- alarm

enum { ALARM = 100000 }; // microseconds

static volatile sig_atomic_t alarms;
static volatile unsigned long counter;

static void on_alarm(int s)
{
	alarms++;
	ualarm(ALARM, 0);
}

static void run_alarm(int n)
{
	unsigned long before = 0;

	handle(SIGALRM, on_alarm, 0);
	ualarm(ALARM, 0);
	for (int said = 0; said < n;) {
		counter++;
		if (alarms > said) {
			printf("alarm %d, %s\n", ++said, counter > before ? "counting" : "stuck");
			before = counter;
		}
	}
	ualarm(0, 0);
}

// ---- altstack

static char *stack;
static volatile int outside, handled;

static __attribute__((noinline)) int recurse(int depth)
{
	volatile char local[64];

	memset((char *)local, depth, sizeof(local));
	if ((char *)local < stack || (char *)local >= stack + 65536)
		outside++;
	return depth ? recurse(depth - 1) + local[depth] : local[0];
}

static void on_altstack(int s)
{
	if (recurse(8) != 36)
		outside++;
	handled++;
}

static void run_altstack(void)
{
	stack_t alternate = {.ss_sp = stack = malloc(65536), .ss_size = 65536};

	sigaltstack(&alternate, NULL);
	handle(SIGALRM, on_altstack, SA_ONSTACK);
	every(20000);
	while (now() < end || !handled)
		counter++;
	every(0);
	printf("altstack %s\n", outside ? "left" : "kept");
}

// ---- longjmp

static sigjmp_buf back;
static volatile sig_atomic_t jumps, armed;

static void on_longjmp(int s)
{
	if (armed) {
		armed = 0;
		siglongjmp(back, 1 + jumps % 5);
	}
}

static void run_longjmp(void)
{
	volatile int wrong = 0;

	handle(SIGALRM, on_longjmp, 0);
	every(20000);
	while (now() < end || !jumps) {
		int value = sigsetjmp(back, 1);

		if (value) {
			wrong += value != 1 + jumps % 5;
			jumps++;
			continue;
		}
		armed = 1;
		for (int i = 0; armed && i < 100000; i++)
			counter++;
		armed = 0;
	}
	every(0);
	printf("longjmp %s\n", wrong ? "wrong" : "right");
}

// ---- nested

static volatile sig_atomic_t depth, deepest, others;

static void on_other(int s)
{
	others++;
}

static void on_nested(int s)
{
	depth++;
	if (depth > deepest)
		deepest = depth;
	raise(SIGUSR2);
	if (depth < 5)
		raise(SIGUSR1);
	depth--;
}

static void run_nested(void)
{
	int rounds = 0;

	handle(SIGUSR1, on_nested, SA_NODEFER);
	handle(SIGUSR2, on_other, 0);
	do {
		raise(SIGUSR1);
		rounds++;
	} while (now() < end);
	printf("nested %d deep, %s\n", (int)deepest, others == 5 * rounds ? "all" : "some lost");
}

// ---- threads

static sem_t answered[4];
static _Thread_local volatile int mine;
static pthread_t threads[4];
static pthread_barrier_t begin, finish;

static void on_thread(int s)
{
	__atomic_fetch_add(&mine, 1,
			   __ATOMIC_RELAXED); // another sender's signal may come in between
	sem_post(&answered[s - SIGRTMIN]);    // s says who sent it
}

static void *run_thread(void *arg)
{
	long self = (long)arg, sent = 0;

	pthread_barrier_wait(&begin); // all four ids are known
	do {
		pthread_kill(threads[(self + 1 + sent % 3) % 4], SIGRTMIN + (int)self);
		while (sem_wait(&answered[self]))
			;
		sent++;
	} while (now() < end);
	pthread_barrier_wait(&finish); // the reply is no longer needed
	return (void *)(sent - mine);
}

static void run_threads(void)
{
	long balance = 0;

	pthread_barrier_init(&begin, NULL, 5);
	pthread_barrier_init(&finish, NULL, 4);
	for (long i = 0; i < 4; i++) {
		sem_init(&answered[i], 0, 0);
		handle(SIGRTMIN + (int)i, on_thread, SA_RESTART);
		pthread_create(&threads[i], NULL, run_thread, (void *)i);
	}
	pthread_barrier_wait(&begin);
	for (int i = 0; i < 4; i++) {
		void *difference;

		pthread_join(threads[i], &difference);
		balance += (long)difference;
	}
	printf("threads %s\n", balance ? "lost signals" : "all handled");
}

int main(int argc, char **argv)
{
	static void (*const parts[])(void) = {run_altstack, run_longjmp, run_nested, run_threads};
	double seconds = argc > 2 ? atof(argv[2]) : 0.5;

	run_alarm(argc > 1 ? atoi(argv[1]) : 1);
	for (int i = 0; i < 4; i++) {
		end = now() + seconds;
		parts[i]();
	}
	return 7;
}
