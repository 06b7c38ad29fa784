/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program that is executed from memory, where it has no path, and calls getppid() there.
 */
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../common/_call.h"

enum { CALLS = 2000 };

__attribute__((noinline)) static int in_memory(void)
{
	long r;

	r = RAW_CALL(SYS_getppid);
	return (int)r + 1;
}

int main(int argc, char **argv)
{
	char *again[] = {"hidden", "again", NULL}, buffer[65536];
	int from = open("/proc/self/exe", O_RDONLY), to = memfd_create("hidden", 0);
	ssize_t n;

	for (int i = 0; argc > 1 && i < CALLS; i++)
		usleep(in_memory() ? 1000 : 0);
	if (argc > 1)
		return 0;
	while ((n = read(from, buffer, sizeof(buffer))) > 0)
		if (write(to, buffer, (size_t)n) != n)
			return 1;
	fexecve(to, again, environ);
	return 1;
}
