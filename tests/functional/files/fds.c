/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fds DIR: descriptors of several sorts are shown to the tracer by fcntl(F_GETFD); what fds[] must
 * say of each is printed: fd, name, directory, path, offset, flags.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void show(int fd, const char *dir, const char *name, const char *path, int offset, int flags)
{
	printf("%d %s %s %s %d %o\n", fd, name, dir, path, offset, flags);
	fcntl(fd, F_GETFD);
}

int main(int argc, char **argv)
{
	char path[4096], link[4096];
	int fd, fds[2], large;
	ssize_t n;

	fd = open("/dev/null", O_RDONLY);
	large = fcntl(fd, F_GETFL); // O_LARGEFILE, which libc defines as 0
	close(fd);
	snprintf(path, sizeof(path), "%s/some file", argc == 2 ? argv[1] : "/tmp");
	fd = open(path, O_RDWR | O_CREAT | O_APPEND, 0600);
	if (fd < 0 || write(fd, "0123456789", 10) != 10 || pipe(fds))
		return 1;
	show(fd, argv[1], "some file", path, 10, O_RDWR | O_APPEND | large);
	lseek(fd, 7, SEEK_SET);
	fcntl(fd, F_SETFL, O_NONBLOCK);
	show(fd, argv[1], "some file", path, 7, O_RDWR | O_NONBLOCK | large);
	fd = open("/dev/zero", O_WRONLY | O_NOFOLLOW);
	show(fd, "/dev", "zero", "/dev/zero", 0, O_WRONLY | O_NOFOLLOW | large);
	fd = open("/", O_RDONLY | O_DIRECTORY);
	show(fd, "/", "/", "/", 0, O_DIRECTORY | large);
	snprintf(link, sizeof(link), "/proc/self/fd/%d", fds[1]);
	n = readlink(link, path, sizeof(path) - 1);
	path[n > 0 ? n : 0] = '\0';
	show(fds[1], "<none>", path, path, 0, O_WRONLY);
	show(999, "<none>", "<none>", "<none>", 0, 0);
	show(-1, "<none>", "<none>", "<none>", 0, 0);
	return 0;
}
