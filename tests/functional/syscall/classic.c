/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * System calls that new libraries make instead of old ones, by number, with paths that distinguish
 * them.
 */
#include <fcntl.h>
#include <linux/sched.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static char paths[][16] = {"/nosuch/open",  "/nosuch/creat",  "/nosuch/stat",
			   "/nosuch/lstat", "/nosuch/statx",  "/nosuch/unlink",
			   "/nosuch/rmdir", "/nosuch/access", "/nosuch/rename"};
static char buffer[1024];

static void *thread(void *arg)
{
	return arg;
}

int main(void)
{
	pthread_t t;

	memset(buffer, 0, sizeof(buffer));
	syscall(SYS_openat, AT_FDCWD, paths[0], O_RDONLY);
	syscall(SYS_openat, AT_FDCWD, paths[1], O_WRONLY | O_CREAT | O_TRUNC, 0640);
	syscall(SYS_newfstatat, AT_FDCWD, paths[2], buffer, 0);
	syscall(SYS_newfstatat, AT_FDCWD, paths[3], buffer, AT_SYMLINK_NOFOLLOW);
	syscall(SYS_newfstatat, 77, "", buffer, AT_EMPTY_PATH);
	syscall(SYS_statx, AT_FDCWD, paths[4], 0, STATX_ALL, buffer);
	syscall(SYS_unlinkat, AT_FDCWD, paths[5], 0);
	syscall(SYS_unlinkat, AT_FDCWD, paths[6], AT_REMOVEDIR);
	syscall(SYS_faccessat, AT_FDCWD, paths[7], R_OK);
	syscall(SYS_renameat2, AT_FDCWD, paths[8], AT_FDCWD, paths[0], 0);
	syscall(SYS_accept4, 78, 0, 0, 0);
	if (!syscall(SYS_clone, 17, 0, 0, 0, 0))
		syscall(SYS_exit_group, 5);
	wait(NULL);
	pthread_create(&t, NULL, thread, NULL);
	pthread_join(t, NULL);
	return 0;
}
