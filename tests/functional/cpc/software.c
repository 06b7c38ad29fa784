// SPDX-License-Identifier: BSD-2-Clause
// Takes faults, some of them by reading a file, and sleeps; prints how the kernel counts that,
// between close(-1000) and close(-1001).
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { PAGES = 200, PAGE = 4096 };

static int touch(volatile char *p)
{
	int sum = 0;

	for (int i = 0; i < PAGES; i++)
		sum += p[i * PAGE];
	return sum;
}

/** Pages of a file that are not in memory: a read of each disk block, where there is a disk. */
static const char *cold_file(void)
{
	char name[300];
	int fd;

	snprintf(name, sizeof(name), "%s/cold", getenv("TMPDIR"));
	fd = open(name, O_RDWR | O_CREAT, 0600);
	for (int i = 0; i < PAGES; i++)
		if (write(fd, (char[PAGE]){1}, PAGE) != PAGE)
			exit(1);
	fsync(fd);
	posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
	return mmap(NULL, PAGES * PAGE, PROT_READ, MAP_PRIVATE, fd, 0);
}

int main(void)
{
	struct rusage before, after;
	struct timespec little = {0, 1000000};
	const char *file = cold_file();
	char *p =
	    mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	madvise(p, PAGES * PAGE, MADV_NOHUGEPAGE);
	getrusage(RUSAGE_SELF, &after);
	close(-999);
	close(-1000);
	getrusage(RUSAGE_SELF, &before);
	if (touch(p) + touch((char *)file) == 0)
		return 1;
	for (int i = 0; i < 5; i++)
		nanosleep(&little, NULL);
	getrusage(RUSAGE_SELF, &after);
	close(-1001);
	printf("rusage %ld %ld\n", after.ru_minflt - before.ru_minflt,
	       after.ru_majflt - before.ru_majflt);
	return 0;
}
