/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes known numbers of system calls, directly, some of which fail.
 */
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
	for (int i = 0; i < 1000; i++)
		syscall(SYS_getppid);
	for (int i = 0; i < 30; i++)
		syscall(SYS_close, -1); // EBADF
	for (int i = 0; i < 20; i++)
		syscall(SYS_chdir, "/nonexistent"); // ENOENT
	syscall(SYS_chdir, "/");
	return 0;
}
