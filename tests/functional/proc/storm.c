// SPDX-License-Identifier: BSD-2-Clause
// Many short lives: 500 processes that end at once, 300 threads, 100 programs with an argument of
// 100,000 characters, 100 that are not there; 5000 signals that are handled and 2000 that are
// ignored. The processes have a name that no terminal likes.
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int handled;

static void handle(int sig)
{
	handled += sig == SIGUSR1;
}

static void *nothing(void *arg)
{
	return arg;
}

static void run(const char *path, char *arg)
{
	char *argv[] = {"true", arg, NULL};
	pid_t child = vfork();

	if (!child) {
		execve(path, argv, argv + 2);
		_exit(1);
	}
	waitpid(child, NULL, 0);
}

int main(void)
{
	static char arg[100001];
	pthread_t thread;

	memset(arg, 'x', sizeof(arg) - 1);
	prctl(PR_SET_NAME, "a\nb\t\033[31m\xff");
	signal(SIGUSR1, handle);
	signal(SIGUSR2, SIG_IGN);
	for (int i = 0; i < 5000; i++)
		kill(getpid(), SIGUSR1);
	for (int i = 0; i < 2000; i++)
		kill(getpid(), SIGUSR2);
	for (int i = 0; i < 500; i++) {
		if (!fork())
			_exit(0);
		if (i % 50 == 49)
			while (waitpid(-1, NULL, 0) > 0)
				;
	}
	for (int i = 0; i < 300; i++)
		if (pthread_create(&thread, NULL, nothing, NULL) || pthread_join(thread, NULL))
			return 1;
	for (int i = 0; i < 100; i++) {
		run("/bin/true", arg);
		run("/nonexistent/\001", arg);
	}
	return handled != 5000;
}
