/* SPDX-License-Identifier: BSD-2-Clause */
/* Passes known memory to a system call that fails harmlessly. */
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
	static const char path[] = "/nonexistent/some file";
	static const int numbers[2] = {1234567, -5};

	for (size_t i = 0; i < sizeof(path); i++)
		((volatile const char *)path)[i];
	syscall(SYS_chroot, path);
	syscall(SYS_sethostname, numbers, -1);
	return 0;
}
