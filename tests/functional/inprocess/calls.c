/* SPDX-License-Identifier: BSD-2-Clause */
/* calls MODE THREADS CALLS: calls first(thread, i) and second(i % 4, name) from each thread. MODE
 * has letters: f also in children of fork, v of vfork, p and e: programs by posix_spawn and exec,
 * s: signals on alternate stacks that call them, too, n: threads one after the other, k: killed by
 * SIGKILL at the end, w: first waits for a line, m: the first thread calls, too, h: the name is in
 * the heap. */
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static const char *mode, *name = "name";
static long n_calls;
static volatile sig_atomic_t n_signals;

__attribute__((noinline)) long first(long thread, long i)
{
	volatile long sum = thread;

	sum += i;
	return sum;
}

__attribute__((noinline)) long second(int kind, const char *name)
{
	volatile long sum = kind;

	sum += name[0];
	return sum;
}

static void handle(int sig)
{
	first(-1, 1);
	n_signals++;
}

static void *run(void *arg)
{
	long thread = (long)arg;

	for (long i = 0; i < n_calls; i++)
		if (first(thread, i) != thread + i || second((int)(i % 4), name) != i % 4 + 'n')
			abort();
	return NULL;
}

/** Starts this program as a child that calls nothing. */
static void spawn(const char *self)
{
	char *argv[] = {(char *)self, (char *)"", (char *)"0", (char *)"0", NULL};
	pid_t pid;

	if (posix_spawn(&pid, self, NULL, NULL, argv, environ))
		abort();
	waitpid(pid, NULL, 0);
}

static void make_children(const char *self)
{
	if (strchr(mode, 'f') && !fork()) {
		run((void *)7);
		_exit(0);
	}
	if (strchr(mode, 'v') && !vfork())
		_exit(0);
	if (strchr(mode, 'p'))
		spawn(self);
	while (wait(NULL) > 0)
		;
}

int main(int argc, char **argv)
{
	static char stack[65536];
	const stack_t alternate = {.ss_sp = stack, .ss_size = sizeof(stack)};
	const struct itimerval often = {{0, 200}, {0, 200}}, never = {{0, 0}, {0, 0}};
	struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK | SA_RESTART};
	pthread_t threads[64];
	long n_threads;
	char line[8];

	mode = argv[1];
	n_threads = atol(argv[2]);
	n_calls = atol(argv[3]);
	if (strchr(mode, 'h'))
		name = strdup(name);
	if (strchr(mode, 'w')) {
		puts("ready");
		fflush(stdout);
		if (!fgets(line, sizeof(line), stdin))
			return 1;
	}
	if (strchr(mode, 's')) {
		sigaltstack(&alternate, NULL);
		sigaction(SIGALRM, &action, NULL);
		setitimer(ITIMER_REAL, &often, NULL);
	}
	if (strchr(mode, 'm'))
		run((void *)n_threads);
	for (long t = 0; t < n_threads; t++) {
		pthread_create(&threads[t % 64], NULL, run, (void *)t);
		if (strchr(mode, 'n'))
			pthread_join(threads[t % 64], NULL);
	}
	for (long t = 0; t < n_threads && !strchr(mode, 'n'); t++)
		pthread_join(threads[t % 64], NULL);
	setitimer(ITIMER_REAL, &never, NULL);
	make_children(argv[0]);
	if (strchr(mode, 's'))
		printf("signals %d\n", (int)n_signals);
	fflush(stdout);
	if (strchr(mode, 'e')) {
		char *next[] = {argv[0], (char *)"", (char *)"1", (char *)"1", NULL};

		execv("/proc/self/exe", next);
	}
	if (strchr(mode, 'k'))
		raise(SIGKILL);
	return 0;
}
