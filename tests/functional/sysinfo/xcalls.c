// SPDX-License-Identifier: BSD-2-Clause
// Has the CPU of a separate thread, which never sleeps, run a function, until its parent has ended.
#include <linux/membarrier.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static void *busy(void *arg)
{
	for (;;)
		;
	return arg;
}

int main(void)
{
	pthread_t t;

	if (syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) ||
	    pthread_create(&t, NULL, busy, NULL))
		return 1;
	for (pid_t parent = getppid(); getppid() == parent;)
		if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0))
			return 1;
	return 0;
}
