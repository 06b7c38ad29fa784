/* SPDX-License-Identifier: BSD-2-Clause */
/* System calls as a C library of today makes them, and some of old by number; paths are in memory
 * that is written, so that they are there when a probe reads them. */
#include <fcntl.h>
#include <string.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATH(name) memcpy(path, "/nosuch/" name, sizeof("/nosuch/" name))

#ifdef SYS_open
#define OLD(name, ...) syscall(SYS_##name, __VA_ARGS__)
#else // a processor without the old calls
#define OLD(name, ...) name(__VA_ARGS__)
#endif

static char path[64], other[] = "/nosuch/other";

static void files(void)
{
	struct stat st;
	int fds[2];

	open((PATH("open"), path), O_RDONLY);
	OLD(open, (PATH("old open"), path), O_RDONLY);
	creat((PATH("creat"), path), 0640);
	OLD(creat, (PATH("old creat"), path), 0640);
	stat((PATH("stat"), path), &st);
	OLD(stat, (PATH("old stat"), path), &st);
	lstat((PATH("lstat"), path), &st);
	fstat(77, &st);
	OLD(fstat, 78, &st);
	fstatat(AT_FDCWD, (PATH("fstatat"), path), &st, 0);
	access((PATH("access"), path), R_OK);
	symlink((PATH("symlink"), path), other);
	chmod((PATH("chmod"), path), 0600);
	lchown((PATH("lchown"), path), 3, 4);
	pipe(fds);
	dup2(fds[0], 50);
	accept(98, NULL, NULL);
	accept4(97, NULL, NULL, 0);
	recv(96, path, 33, 0);
}

int main(void)
{
	pid_t child = fork();

	if (!child)
		_exit(3);
	waitpid(child, NULL, 0);
	child = vfork();
	if (!child) {
		execl((PATH("exec"), path), path, NULL);
		_exit(4);
	}
	waitpid(child, NULL, 0);
	files();
	return 7;
}
