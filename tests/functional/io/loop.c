// SPDX-License-Identifier: BSD-2-Clause
// Reads, writes, discards and flushes a loop device on a file in memory, directly and through the
// page cache; then the file can no longer be written. Prints what the trace must say.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/loop.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static char path[32];
static unsigned number;

static void say(char what, long offset, long size, int error)
{
	printf("start %c %ld+%ld 0 loop%u 7,%u\n", what, offset / 512, size, number, number);
	printf("done %c %ld+%ld %d loop%u 7,%u\n", what, offset / 512, size, error, number, number);
}

static int device(int file, int flags)
{
	struct loop_config config = {.fd = (unsigned)file, .info.lo_flags = LO_FLAGS_AUTOCLEAR};
	int control = open("/dev/loop-control", O_RDWR), fd;

	number = (unsigned)ioctl(control, LOOP_CTL_GET_FREE);
	snprintf(path, sizeof(path), "/dev/loop%u", number);
	mknod(path, S_IFBLK | 0600, makedev(7, number));
	fd = open(path, flags);
	if (fd < 0 || ioctl(fd, LOOP_CONFIGURE, &config)) {
		printf("%s: %m\n", path);
		exit(77);
	}
	return fd;
}

int main(void)
{
	int file = memfd_create("disk", MFD_ALLOW_SEALING), fd;
	uint64_t range[2] = {131072, 65536};
	char *data = aligned_alloc(4096, 16384);

	memset(data, 'x', 16384);
	if (ftruncate(file, 1 << 20))
		return 1;
	fd = device(file, O_RDWR | O_DIRECT);
	if (pwrite(fd, data, 4096, 8192) == 4096)
		say('W', 8192, 4096, 0);
	if (pread(fd, data, 16384, 16384) == 16384)
		say('R', 16384, 16384, 0);
	if (!ioctl(fd, BLKDISCARD, range))
		say('W', 131072, 65536, 0);
	if (!fsync(fd))
		say('W', 0, 0, 0);
	fcntl(fd, F_SETFL, O_RDWR);
	if (pwrite(fd, data, 4096, 4096) == 4096 &&
	    !sync_file_range(fd, 4096, 4096, SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER))
		say('W', 4096, 4096, 0);
	fcntl(fd, F_SETFL, O_RDWR | O_DIRECT);
	if (!fcntl(file, F_ADD_SEALS, F_SEAL_WRITE) && pwrite(fd, data, 4096, 32768) < 0)
		say('W', 32768, 4096, EIO);
	return 0;
}
