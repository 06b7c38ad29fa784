/* SPDX-License-Identifier: BSD-2-Clause */
/* System calls that fail, each in its own way. */
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
	chroot("/nonexistent");
	chroot("/dev/null");
	fchdir(-1);
	lseek(-1, 0, SEEK_SET);
	open("/", O_WRONLY | O_DIRECTORY);
	return 0;
}
