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
 *	path FILE	FILE in a child of fork(), then the worker in the process itself
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CALLS = 10, FAILURES = 3, DIGITS = 16 };

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
	if (!strcmp(way, "nested"))
		nest(n);
	if (!strcmp(way, "thread"))
		run_in_thread();
	if (!strcmp(way, "path")) {
		start("fork", argv[2]);
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
