// SPDX-License-Identifier: BSD-2-Clause
// A hostile neighbour: maps code, forks and ends as fast as it can, until it is killed or its
// parent has ended. The argument is the number of processes that do so.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <signal.h>
#include <unistd.h>

static _Noreturn void map(int fd)
{
	for (;;) {
		for (size_t i = 0; i < 1000; i++) {
			void *p = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);

			if (p == MAP_FAILED)
				exit(1);
			if (i % 10)
				munmap(p, 4096);
		}
		if (fork() == 0)
			_exit(0);
		wait(NULL);
		for (int k = 0; k < 100; k++)
			munmap(mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0), 4096);
		execl("/proc/self/exe", "flood", "-", NULL); // also unmaps all remaining mappings
	}
}

int main(int argc, char **argv)
{
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	int n = argc > 1 ? atoi(argv[1]) : 0;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (fd < 0)
		return 1;
	if (!n)
		map(fd);
	for (int i = 0; i < n; i++)
		if (!fork()) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			map(fd);
		}
	pause();
	return 0;
}
