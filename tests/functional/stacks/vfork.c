/* SPDX-License-Identifier: BSD-2-Clause */
/* cflags: -O1 -fomit-frame-pointer */
// Its child ends at once. vfork() keeps its return address in a register.
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	pid_t child = vfork();

	if (!child)
		_exit(0);
	waitpid(child, 0, 0);
	return 0;
}
