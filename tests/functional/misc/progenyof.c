/* SPDX-License-Identifier: BSD-2-Clause */
/* A grandchild makes the traced call; then the process itself. */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	if (!fork()) {
		if (!fork()) {
			(void)!chroot(NULL);
			_exit(0);
		}
		wait(NULL);
		_exit(0);
	}
	wait(NULL);
	(void)!chroot(NULL);
	return 0;
}
