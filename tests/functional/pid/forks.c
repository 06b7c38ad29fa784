// SPDX-License-Identifier: BSD-2-Clause
// Calls a function itself and in children by fork and vfork; executes itself again.
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) void work(void)
{
	__asm__ volatile("");
}

int main(int argc, char **argv)
{
	work();
	if (argc > 1)
		return 3;
	if (!fork()) {
		work();
		_exit(0);
	}
	wait(NULL);
	if (!vfork())
		_exit(0);
	wait(NULL);
	execl("/proc/self/exe", "forks", "again", NULL);
	return 1;
}
