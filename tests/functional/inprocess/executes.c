/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * executes WAY [N]: executes itself as `executes worker`, which calls work() 10 times.
 *
 *	fork	in N children of fork(), one after the other
 *	vfork	the same by vfork()
 *	spawn	the same by posix_spawn()
 *	fails	in N children that call work() once, after execve() has failed three times
 *	together in N children of fork() at the same time
 *	nested	in the process itself, behind N times itself, each with a call of work()
 *	thread	in a thread beside the first
 *	drop FILE	FILE in a child of fork() that has become another user
 *	path FILE	FILE in a child of fork(), then the worker in the process itself
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CALLS = 10, FAILURES = 3, DIGITS = 16, LATEST_US = 16000, WAIT_SECONDS = 20 };

static const uid_t other_user = 65534;

extern char **environ;
static volatile int sink;
static char *self;
static char *worker[] = {"worker", "worker", NULL};

__attribute__((noipa)) int work(int i)
{
	sink += i;
	return sink * 3;
}

static void execute(const char *file)
{
	execv(file, worker);
	_exit(1);
}

static void *execute_in_thread(void *unused)
{
	execute(self);
	return unused;
}

/** Two threads execute a program at the same time: one of them wins. */
static void race(void)
{
	pthread_t t;

	pthread_create(&t, NULL, execute_in_thread, NULL);
	execute(self);
}

/** Sends SIGTERM to children while the program that they execute is being loaded, and later. */
static void signal_children(int n)
{
	static char *waiter[] = {"waiter", "waiter", NULL};
	int status, n_killed = 0;

	for (int i = 0; i < n; i++) {
		pid_t pid = fork();

		if (!pid) {
			execv(self, waiter);
			_exit(1);
		}
		usleep((useconds_t)(LATEST_US * i / n));
		kill(pid, SIGTERM);
		waitpid(pid, &status, 0);
		n_killed += WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM;
	}
	printf("%d killed\n", n_killed);
}

static void fail_first(void)
{
	for (int i = 0; i < FAILURES; i++)
		if (execv("/nowhere/executes", worker) != -1 || errno != ENOENT)
			_exit(1);
	work(1);
	execute(self);
}

static void nest(int n)
{
	char left[DIGITS];
	char *argv[] = {"nested", n > 1 ? "nested" : "worker", left, NULL};

	work(1);
	snprintf(left, sizeof(left), "%d", n - 1);
	execv(self, argv);
}

/** Starts a child that executes a program. */
static pid_t start(const char *way, const char *file)
{
	pid_t pid = 0;

	if (!strcmp(way, "spawn")) {
		posix_spawn(&pid, file, NULL, NULL, worker, environ);
		return pid;
	}
	if (!strcmp(way, "vfork")) {
		pid = vfork();
		if (!pid)
			execute(file);
		return pid;
	}
	pid = fork();
	if (!pid && !strcmp(way, "fails"))
		fail_first();
	if (!pid && !strcmp(way, "drop") && setresuid(other_user, other_user, other_user))
		_exit(1);
	if (!pid && !strcmp(way, "race"))
		race();
	if (!pid)
		execute(file);
	return pid;
}

static void await(void)
{
	int status;

	if (wait(&status) < 0 || status)
		printf("a child failed: %x\n", (unsigned)status);
}

static void run_in_thread(void)
{
	pthread_t t;

	pthread_create(&t, NULL, execute_in_thread, NULL);
	pthread_join(t, NULL);
}

int main(int argc, char **argv)
{
	const char *way = argc > 1 ? argv[1] : "";
	int n = argc > 2 ? atoi(argv[2]) : 1;

	self = realpath("/proc/self/exe", NULL);
	if (!strcmp(way, "worker")) {
		for (int i = 0; i < CALLS; i++)
			work(i);
		return 0;
	}
	if (!strcmp(way, "waiter")) {
		sleep(WAIT_SECONDS);
		return 0;
	}
	if (!strcmp(way, "signals")) {
		signal_children(n);
		return 0;
	}
	if (!strcmp(way, "nested"))
		nest(n);
	if (!strcmp(way, "thread"))
		run_in_thread();
	if (!strcmp(way, "path") || !strcmp(way, "drop")) {
		start(way, argv[2]);
		await();
		execute(self);
	}
	for (int i = 0; i < n; i++) {
		start(way, self);
		if (strcmp(way, "together") != 0)
			await();
	}
	for (int i = 0; i < n && !strcmp(way, "together"); i++)
		await();
	printf("%d done\n", n);
	return 0;
}
