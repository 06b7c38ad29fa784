/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls whose flags decide which old call they are: a process, another by clone3(), a thread, and
 * files.
 */
#include <fcntl.h>
#include <linux/sched.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const char file[] = "/nosuch/file";
static char buffer[1024];
static struct clone_args args = {.exit_signal = 17};

static void *thread(void *arg)
{
	return arg;
}

int main(void)
{
	pthread_t t;

	syscall(SYS_dup, 10001); // marks of the program's own part, for the script
	syscall(SYS_openat, AT_FDCWD, file, O_RDONLY);
	syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_TRUNC, 0640);
	syscall(SYS_newfstatat, AT_FDCWD, file, buffer, 0);
	syscall(SYS_newfstatat, AT_FDCWD, file, buffer, AT_SYMLINK_NOFOLLOW);
	syscall(SYS_newfstatat, 77, "", buffer, AT_EMPTY_PATH);
	syscall(SYS_unlinkat, AT_FDCWD, file, 0);
	syscall(SYS_unlinkat, AT_FDCWD, file, AT_REMOVEDIR);
	syscall(SYS_utimensat, AT_FDCWD, file, NULL, 0);
	syscall(SYS_utimensat, 77, NULL, NULL, 0);
	if (!syscall(SYS_clone, 17, 0, 0, 0, 0))
		syscall(SYS_exit_group, 0);
	wait(NULL);
	if (!syscall(SYS_clone3, &args, sizeof(args)))
		syscall(SYS_exit_group, 0);
	wait(NULL);
	args.flags = CLONE_VFORK; // with separate memory
	if (!syscall(SYS_clone3, &args, sizeof(args)))
		syscall(SYS_exit_group, 0);
	wait(NULL);
	pthread_create(&t, NULL, thread, NULL);
	pthread_join(t, NULL);
	return 0;
}
