// SPDX-License-Identifier: BSD-2-Clause
// Children that signals end, and others that signals do not end.
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static char *volatile unmapped = (char *)0x1234;
static int ready[2];

static void handler(int sig)
{
	(void)sig;
}

static void *wait_forever(void *unused)
{
	for (;;)
		pause();
	return unused;
}

static void *abort_now(void *unused)
{
	abort();
	return unused;
}

static void say_ready(void)
{
	if (write(ready[1], "", 1) != 1)
		_exit(1);
	wait_forever(NULL);
}

static void fault(void)
{
	*unmapped = 1;
}

static void start_threads(void)
{
	pthread_t t;

	for (int i = 0; i < 3; i++)
		pthread_create(&t, NULL, wait_forever, NULL);
}

static void wait_with_threads(void)
{
	start_threads();
	say_ready();
}

static void abort_in_a_thread(void)
{
	pthread_t t;

	start_threads();
	pthread_create(&t, NULL, abort_now, NULL);
	wait_forever(NULL);
}

static void exit_with_threads(void)
{
	start_threads();
	_exit(0);
}

static void survive(void)
{
	signal(SIGUSR1, handler);
	signal(SIGUSR2, SIG_IGN);
	raise(SIGUSR1);
	raise(SIGUSR2);
	raise(SIGURG);
	raise(SIGCONT);
	_exit(0);
}

/** Starts a child, sends it the signals once it is ready, and waits for its end. */
static void run(void (*child)(void), int first, int second, int third)
{
	int sigs[] = {first, second, third}, pid = fork();
	char byte;

	if (!pid)
		child();
	if (first && read(ready[0], &byte, 1) != 1)
		exit(1);
	for (int i = 0; i < 3 && sigs[i]; i++) {
		kill(pid, sigs[i]);
		if (sigs[i] == SIGSTOP)
			waitpid(pid, NULL, WUNTRACED);
	}
	waitpid(pid, NULL, 0);
}

int main(void)
{
	signal(SIGALRM, SIG_DFL);
	if (pipe(ready))
		return 1;
	run(say_ready, SIGTERM, 0, 0);
	run(say_ready, SIGKILL, 0, 0);
	run(say_ready, SIGSTOP, SIGCONT, SIGKILL);
	run(wait_with_threads, SIGALRM, 0, 0);
	run(fault, 0, 0, 0);
	run(abort_in_a_thread, 0, 0, 0);
	run(exit_with_threads, 0, 0, 0);
	run(survive, 0, 0, 0);
	return 0;
}
