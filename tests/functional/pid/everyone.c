// SPDX-License-Identifier: BSD-2-Clause
// Calls a function, and so do two processes that it starts: one by fork, one by fork and exec.
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) void work(void)
{
	__asm__ volatile("");
}

static void work_often(int n)
{
	while (n--)
		work();
}

int main(int argc, char **argv)
{
	work_often(100);
	if (argc > 1)
		return 0;
	if (!fork()) {
		work_often(10);
		_exit(0);
	}
	wait(NULL);
	if (!fork())
		execl("/proc/self/exe", "everyone", "again", NULL);
	wait(NULL);
	return 0;
}
