/* SPDX-License-Identifier: BSD-2-Clause */
/* System calls that do the work of old ones; the paths are in memory that is written. */
#include <fcntl.h>
#include <linux/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef AT_EMPTY_PATH
#define AT_EMPTY_PATH 0x1000
#endif

static char paths[][16] = {"/nosuch/open", "/nosuch/stat", "/nosuch/lstat", "/nosuch/unlink",
			   "/nosuch/rename"};
static char buffer[1024];

int main(void)
{
	syscall(SYS_getppid);
	syscall(SYS_openat, AT_FDCWD, paths[0], 3);
	syscall(SYS_newfstatat, AT_FDCWD, paths[1], buffer, 0);
	syscall(SYS_newfstatat, AT_FDCWD, paths[2], buffer, AT_SYMLINK_NOFOLLOW);
	syscall(SYS_newfstatat, 77, paths[0] + 12, buffer, AT_EMPTY_PATH);
	syscall(SYS_unlinkat, AT_FDCWD, paths[3], 0);
	syscall(SYS_renameat2, AT_FDCWD, paths[4], AT_FDCWD, paths[0], 0);
	syscall(SYS_close, 78);
	syscall(SYS_getppid);
	return 0;
}
