/* SPDX-License-Identifier: BSD-2-Clause */
/* Starts a child that makes the traced call; reports that it was stopped, and lets it continue. */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	int status;
	pid_t child = fork();

	if (!child)
		_exit(chroot(NULL) ? 7 : 0);
	waitpid(child, &status, WUNTRACED);
	printf("%s\n", WIFSTOPPED(status) ? "stopped" : "not stopped");
	kill(child, SIGCONT);
	waitpid(child, &status, 0);
	printf("exit %d\n", WEXITSTATUS(status));
	return 0;
}
