// SPDX-License-Identifier: BSD-2-Clause
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
	syscall(SYS_getppid);
	syscall(SYS_getpgid, 0);
	syscall(SYS_getsid, 0);
	return 0;
}
