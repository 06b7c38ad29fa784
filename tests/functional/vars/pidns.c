/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A process, its thread, its child and a child in a separate PID namespace call statfs() with their
 * role as an address, and print their numbers in this PID namespace: role, process, thread, parent;
 * "new" is a child's number as returned by fork(). With a file: the expectations go there.
 */
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int out;

static void tell(int role, int process, int thread, int parent)
{
	dprintf(out, "%d %d %d %d\n", role, process, thread, parent);
}

__attribute__((noinline)) void marked(long role)
{
	syscall(SYS_statfs, role, NULL);
}

static void *run(void *arg)
{
	marked(2);
	tell(2, getpid(), gettid(), getppid());
	return NULL;
}

static void fork_one(int role)
{
	pid_t child = fork();

	if (!child) {
		marked(role);
		_exit(0);
	}
	waitpid(child, NULL, 0);
	tell(role, child, child, getpid());
	dprintf(out, "5 %d\n", child);
}

int main(int argc, char **argv)
{
	pthread_t thread;

	out = open(argv[1], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	marked(1);
	tell(1, getpid(), gettid(), getppid());
	pthread_create(&thread, NULL, run, NULL);
	pthread_join(thread, NULL);
	fork_one(3);
	if (unshare(CLONE_NEWPID))
		return 1;
	fork_one(4);
	return 0;
}
