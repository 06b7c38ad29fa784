// SPDX-License-Identifier: BSD-2-Clause
// Three programs that cannot be executed and one, itself, that can; the paths lie on the stack.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	char none[] = "/no/such/program", dir[] = "/", self[4096], *arg[] = {argv[0], "x", NULL};
	char *env[] = {NULL};

	if (argc > 1)
		return 0;
	strcpy(self, argv[0]);
	execve(none, arg, env);
	execve(dir, arg, env);
	execveat(AT_FDCWD, none, arg, env, 0);
	execve(self, arg, env);
	return 1;
}
