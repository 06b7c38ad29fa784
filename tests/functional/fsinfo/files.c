// SPDX-License-Identifier: BSD-2-Clause
// A known number of operations on a file named "data", its copy and the directory ".".
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/syscall.h>
#include <unistd.h>

/** Moves bytes from one file to another in the kernel. Returns their number, 0 if a call failed. */
static int copy(int from)
{
	int to = open("copy", O_WRONLY | O_CREAT, 0600), pipes[2];
	loff_t start = 0;
	off_t begin = 0;
	int n = copy_file_range(from, &start, to, NULL, 7, 0);

	if (n != 7 || sendfile(to, from, &begin, 6) != 6 || pipe(pipes))
		return 0;
	start = 0;
	n += 6 + splice(from, &start, pipes[1], NULL, 5, 0);
	n += splice(pipes[0], NULL, to, NULL, 5, 0);
	n += copy_file_range(from, NULL, -1, NULL, 1, 0);
	close(to);
	return n;
}

int main(void)
{
	char text[4096] = "";
	int fd, dir, n = 0;

	if (chdir(getenv("TMPDIR")))
		return 1;
	fd = open("data", O_RDWR | O_CREAT, 0600);
	for (int i = 0; i < 4; i++)
		n += write(fd, text, 100);
	n += lseek(fd, 0, SEEK_SET);
	for (int i = 0; i < 3; i++)
		n += read(fd, text, 100);
	n += pread(fd, text, 100, 0);
	n += fsync(fd) + fdatasync(fd) + ftruncate(fd, 10) + ioctl(fd, 12345);
	n += open("nothing", O_RDONLY);
	n += mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0) == MAP_FAILED;
	n += mmap(NULL, 0, PROT_READ, MAP_SHARED, fd, 0) != MAP_FAILED;
	n += mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, fd, 0) == MAP_FAILED;
	n += copy(fd);
	dir = open(".", O_RDONLY | O_DIRECTORY);
	while (syscall(SYS_getdents64, dir, text, sizeof(text)) > 0)
		;
	close(dir);
	close(fd);
	return n != 820;
}
