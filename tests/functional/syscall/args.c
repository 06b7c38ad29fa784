/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls with six distinct arguments, and with arguments whose types matter. All fail harmlessly. */
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
	// On the stack: a page that is not in memory cannot be read when a call is entered.
	char name[] = "/nonexistent/name";

	syscall(SYS_splice, -11, 0x12L, -13, 0x14L, 0x100000015L, 0x16);
	syscall(SYS_openat, -100, name, O_WRONLY | O_CREAT, 0640);
	syscall(SYS_lseek, -3, -4L, -5);
	return 0;
}
