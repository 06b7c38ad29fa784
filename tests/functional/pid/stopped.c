// SPDX-License-Identifier: BSD-2-Clause
// Stops, and then calls a function. With an argument it is under a debugger meanwhile, which
// continues it at SIGUSR1 and prints both process ids first.
#include <signal.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) void work(void)
{
	__asm__ volatile("");
}

static int stop_and_work(void)
{
	raise(SIGSTOP);
	for (int i = 0; i < 100; i++)
		work();
	return 0;
}

int main(int argc, char **argv)
{
	sigset_t go;
	int status, sig;
	pid_t child;

	if (argc < 2)
		return stop_and_work();
	sigemptyset(&go);
	sigaddset(&go, SIGUSR1);
	sigprocmask(SIG_BLOCK, &go, NULL);
	child = fork();
	if (!child) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		return stop_and_work();
	}
	waitpid(child, &status, 0);
	printf("%d %d\n", getpid(), child);
	fflush(stdout);
	sigwait(&go, &sig);
	do {
		ptrace(PTRACE_CONT, child, NULL, NULL);
	} while (waitpid(child, &status, 0) == child && WIFSTOPPED(status));
	return 0;
}
