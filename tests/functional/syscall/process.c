/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: x86-64 */
/*
 * Calls that return twice, not at all or into another program: fork, vfork, clone, execve, exit,
 * exit_group. With an argument it is the program executed: it ends at once.
 */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int thread(void *unused)
{
	syscall(SYS_exit, 0); // ends this thread only
	return 0;
}

static void reap(pid_t pid)
{
	while (waitpid(pid, NULL, __WALL) < 0 && errno == EINTR)
		;
}

int main(int argc, char **argv)
{
	static char stack[65536];
	static char *const nothing[] = {"nothing", NULL}, *const again[] = {"process", "end", NULL};
	pid_t pid;

	if (argc > 1)
		syscall(SYS_exit_group, 0);
	if (!(pid = syscall(SYS_fork)))
		syscall(SYS_exit_group, 1);
	reap(pid);
	if (!(pid = vfork()))
		_exit(2);
	reap(pid);
	pid = clone(thread, stack + sizeof(stack), CLONE_VM | SIGCHLD, NULL);
	reap(pid);
	syscall(SYS_execve, "/nonexistent/program", nothing, nothing + 1);
	syscall(SYS_execve, argv[0], again, again + 2);
	return 1;
}
