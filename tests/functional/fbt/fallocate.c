/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * FILE N: calls vfs_fallocate() N times, each time with other arguments, and once so that it fails.
 * Prints the arguments and the results.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>

static void call(int fd, const char *name, int mode, long offset, long length)
{
	int result = fallocate(fd, mode, offset, length) ? -errno : 0;

	printf("%s %d %ld %ld = %d\n", name, mode, offset, length, result);
}

int main(int argc, char **argv)
{
	int fd = open(argv[1], O_RDWR | O_CREAT, 0600);
	const char *name = basename(argv[1]);

	if (fd < 0)
		return 1;
	for (int i = 1; i <= atoi(argv[2]); i++)
		call(fd, name, FALLOC_FL_KEEP_SIZE, 4096L * i, 100 + i);
	call(fd, name, 0x40000000, 0, 1); // a mode that does not exist
	return 0;
}
