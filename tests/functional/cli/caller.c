/* SPDX-License-Identifier: BSD-2-Clause */
/* A thousand system calls. */
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
	for (int i = 0; i < 1000; i++)
		syscall(SYS_getppid);
	return 0;
}
