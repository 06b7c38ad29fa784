/* SPDX-License-Identifier: BSD-2-Clause */
/* Says what the memory is that it passed to two system calls. */
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
	static char text[32] = "abcdefghijklmnop", more[32] = "abcdefghijklmnop";
	static int numbers[3] = {1, 2, 3};

	syscall(SYS_chroot, text, more);
	syscall(SYS_sethostname, numbers, -1);
	printf("%s|%s %s\n", text, text + 6, more);
	printf("%d %d %d\n", numbers[0], numbers[1], numbers[2]);
	return 0;
}
