// SPDX-License-Identifier: BSD-2-Clause
/*
 * Calls that all processors have and that return not at all or into another program, and clone:
 * clone, execve, exit_group. With an argument it is the program executed: it ends at once.
 */
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	static char *const nothing[] = {"nothing", NULL}, *const again[] = {"clone", "end", NULL};
	pid_t pid;

	if (argc > 1)
		syscall(SYS_exit_group, 0);
	pid = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
	if (!pid)
		syscall(SYS_exit_group, 1);
	waitpid(pid, NULL, 0);
	syscall(SYS_execve, "/nonexistent/program", nothing, nothing + 1);
	syscall(SYS_execve, argv[0], again, again + 2);
	return 1;
}
