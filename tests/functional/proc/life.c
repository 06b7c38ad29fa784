// SPDX-License-Identifier: BSD-2-Clause
// Children, one after the other: one ends with a status, one is killed, one executes this program
// again, which has a thread that outlives main()'s, and one is made by vfork().
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void *last(void *arg)
{
	pthread_join(*(pthread_t *)arg, NULL);
	exit(4);
}

static void outlived(void)
{
	static pthread_t self;
	pthread_t t;

	self = pthread_self();
	pthread_create(&t, NULL, last, &self);
	pthread_exit(NULL);
}

static void child(int n, char **argv)
{
	if (n == 0)
		_exit(3);
	if (n == 1)
		raise(SIGKILL);
	execl(argv[0], argv[0], "again", NULL);
}

int main(int argc, char **argv)
{
	pid_t pid;

	if (argc > 1)
		outlived();
	for (int i = 0; i < 3; i++) {
		if (!fork())
			child(i, argv);
		wait(NULL);
	}
	pid = vfork();
	if (!pid)
		_exit(5);
	waitpid(pid, NULL, 0);
	return 0;
}
