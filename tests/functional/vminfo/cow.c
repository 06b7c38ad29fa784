/* SPDX-License-Identifier: BSD-2-Clause */
/* Pages that a child shares are written to by itself, and by the kernel for it; then the pages of a
 * new file are. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAGE = 4096, OWN = 300, KERNEL = 100, FILE_PAGES = 50 };

/**
 * Calls that mark positions in the trace. They are bound before the pages count, and the thread has
 * a separate page for the variables to which the kernel writes whenever it takes the CPU away
 * (rseq(2)).
 */
static void say_all(void)
{
	errno = 0;
	getppid();
	getsid(0);
	getpgid(0);
	getpgrp();
	getuid();
	getgid();
	if (read(-1, NULL, 0) >= 0)
		exit(1);
}

static void write_pages(char *pages)
{
	for (int i = 0; i < OWN; i++)
		pages[i * PAGE] = 2;
}

int main(void)
{
	char *pages = mmap(NULL, (OWN + KERNEL) * PAGE, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char name[4096];
	int zero = open("/dev/zero", O_RDONLY), file;

	snprintf(name, sizeof(name), "%s/file", getenv("TMPDIR"));
	file = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
	if (pages == MAP_FAILED || zero < 0 || file < 0)
		return 1;
	madvise(pages, (OWN + KERNEL) * PAGE, MADV_NOHUGEPAGE);
	for (int i = 0; i < OWN + KERNEL; i++)
		pages[i * PAGE] = 1;
	say_all();
	if (!fork()) {
		say_all();
		getppid();
		write_pages(pages);
		getsid(0);
		if (read(zero, pages + OWN * PAGE, KERNEL * PAGE) != KERNEL * PAGE)
			return 1;
		getpgid(0);
		_exit(0);
	}
	wait(NULL);
	say_all();
	// The last fault before the file gets pages: of a page that is ours alone again.
	write_pages(pages);
	getuid();
	if (write(file, pages, FILE_PAGES * PAGE) != FILE_PAGES * PAGE)
		return 1;
	getgid();
	return 0;
}
