// SPDX-License-Identifier: BSD-2-Clause
// Between two calls of chdir(): 1,000 times a byte through a pipe, which has a mutex, and 1,000
// mappings made and removed, for which the process has a semaphore of readers and writers.
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
	int ends[2];
	char byte = 0;

	if (pipe(ends) || chdir("/"))
		return 1;
	for (int i = 0; i < 1000; i++)
		if (write(ends[1], &byte, 1) != 1 || read(ends[0], &byte, 1) != 1)
			return 1;
	for (int i = 0; i < 1000; i++) {
		char *page =
		    mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		*page = 1;
		if (munmap(page, 4096))
			return 1;
	}
	return chdir("/");
}
