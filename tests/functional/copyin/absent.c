/* SPDX-License-Identifier: BSD-2-Clause */
/* Passes untouched pages of mapped files to functions, and to a system call. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, SIZE = 3 * PAGE };

/* The probes. */
__attribute__((noinline)) void text(const char *p)
{
	__asm__ volatile("" : : "r"(p) : "memory");
}

__attribute__((noinline)) void words(const uint32_t *p)
{
	__asm__ volatile("" : : "r"(p) : "memory");
}

__attribute__((noinline)) void large(const char *p)
{
	__asm__ volatile("" : : "r"(p) : "memory");
}

__attribute__((noinline)) void nowhere(const char *p)
{
	__asm__ volatile("" : : "r"(p) : "memory");
}

static char *map(const char *contents)
{
	char name[] = "/tmp/absentXXXXXX";
	int fd = mkstemp(name);
	char *p;

	unlink(name);
	if (fd < 0 || write(fd, contents, SIZE) != SIZE)
		return NULL;
	p = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	close(fd);
	return p == MAP_FAILED ? NULL : p;
}

int main(void)
{
	static char contents[SIZE];
	uint32_t numbers[2] = {1234567, 89};
	char *p;

	strcpy(contents + 100, "never touched");
	strcpy(contents + PAGE - 6, "across a page");
	memcpy(contents + 2 * PAGE + 8, numbers, sizeof(numbers));
	if (!(p = map(contents)))
		return 1;
	text(p + 100);
	words((uint32_t *)(p + 2 * PAGE + 8));
	if (!(p = map(contents)))
		return 1;
	text(p + PAGE - 6);
	if (!(p = map(contents)))
		return 1;
	large(p);
	if (!(p = map(contents)))
		return 1;
	munmap(p + PAGE, 2 * PAGE);
	text(p + 100); /* ends before the missing page */
	nowhere(p + PAGE);
	strcpy(contents + 100, "/absent");
	if (!(p = map(contents)))
		return 1;
	open(p + 100, O_PATH);
	return 0;
}
