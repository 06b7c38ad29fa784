/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * d_path DIR: opens files of all sorts, and shows each to the tracer by fcntl(F_GETFD). Prints the
 * descriptor and the path that /proc/self/fd has for each.
 */
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static int links; // the directory /proc/self/fd

static void check(int ok, const char *what)
{
	if (!ok) {
		perror(what);
		exit(1);
	}
}

static void show(int fd)
{
	char number[16], path[2 * PATH_MAX];
	ssize_t n;

	snprintf(number, sizeof(number), "%d", fd);
	n = readlinkat(links, number, path, sizeof(path) - 1);
	if (n < 0) // longer than the kernel prints
		n = 0;
	path[n] = '\0';
	printf("%d %s\n", fd, path);
	fcntl(fd, F_GETFD);
}

static void show_file(const char *path, int flags)
{
	int fd = open(path, flags, 0600);

	check(fd >= 0, path);
	show(fd);
}

/** `n` directories, one in the other; the innermost is open. */
static void show_deep(int n)
{
	int fd = open(".", O_RDONLY);

	for (int i = 0; i < n; i++) {
		char name[16];
		int inner;

		snprintf(name, sizeof(name), "deep%04d", i);
		mkdirat(fd, name, 0700);
		inner = openat(fd, name, O_RDONLY);
		check(inner >= 0, name);
		close(fd);
		fd = inner;
	}
	show(fd);
}

static void show_unnamed(void)
{
	int fds[2];

	check(!pipe(fds), "pipe");
	show(fds[0]);
	check(!socketpair(AF_UNIX, SOCK_STREAM, 0, fds), "socketpair");
	show(fds[1]);
	show(eventfd(0, 0));
	show(memfd_create("scratch", 0));
}

int main(int argc, char **argv)
{
	char name[NAME_MAX + 1];
	int fd;

	check(argc == 2 && !chdir(argv[1]), "chdir");
	check(!unshare(CLONE_NEWNS), "unshare");
	check(!mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL), "mount");
	check((links = open("/proc/self/fd", O_RDONLY)) >= 0, "/proc/self/fd");
	mkdir("a", 0700);
	mkdir("a/b", 0700);
	mkdir("m", 0700);
	check(!mount("a/b", "m", NULL, MS_BIND, NULL), "bind");
	show_file("/", O_RDONLY);
	show_file("a/b", O_RDONLY);
	show_file("a/b/file", O_RDWR | O_CREAT);
	show_file("m", O_RDONLY);
	show_file("m/file", O_RDWR);
	check(!mount("none", "m", "tmpfs", 0, NULL), "tmpfs");
	show_file("m", O_RDONLY);
	show_file("m/new", O_RDWR | O_CREAT);
	show_file("/proc/self/status", O_RDONLY);
	show_file("/dev/null", O_RDONLY);
	memset(name, 'n', NAME_MAX);
	name[NAME_MAX] = '\0';
	show_file(name, O_RDWR | O_CREAT);
	fd = open("a/gone", O_RDWR | O_CREAT, 0600);
	check(!unlink("a/gone"), "unlink");
	show(fd);
	show_unnamed();
	show_deep(200);
	show_deep(400);
	check(!chroot("a"), "chroot");
	show_file("/", O_RDONLY);
	show_file("/b/file", O_RDONLY);
	show(links); // not below the new root
	printf("%d %s\n", 4000, "");
	fcntl(4000, F_GETFD);
	return 0;
}
