// SPDX-License-Identifier: BSD-2-Clause
// Busy for ever, now in user mode, now in the kernel, until its parent has ended.
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
	static char zeros[1 << 20];
	int fd = open("/dev/zero", O_RDONLY);

	for (pid_t parent = getppid(); getppid() == parent;) {
		for (volatile int i = 0; i < 1000000; i++)
			;
		for (int i = 0; i < 20; i++)
			if (read(fd, zeros, sizeof(zeros)) != sizeof(zeros))
				return 1;
	}
	return 0;
}
