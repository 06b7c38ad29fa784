/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers that are not system calls, between two that are. */
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
	static const int none[] = {-1, 400, 511, 512, 600, 4095, 4096, 0x3fffffff, 0x7fffffff};

	syscall(SYS_getppid);
	for (unsigned i = 0; i < sizeof(none) / sizeof(*none); i++)
		syscall(none[i]);
	syscall(SYS_getpgid, 0);
	return 0;
}
