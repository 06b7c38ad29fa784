/* SPDX-License-Identifier: BSD-2-Clause */
/* Says who it is, in the main thread and in another, each followed by a call that is traced. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static void *say(void *name)
{
	cpu_set_t here;

	prctl(PR_SET_NAME, name);
	CPU_ZERO(&here);
	CPU_SET(sched_getcpu(), &here);
	sched_setaffinity(0, sizeof(here), &here);
	printf("%.15s pid %d ppid %d tid %ld uid %d gid %d cpu %d\n", (char *)name, getpid(),
	       getppid(), syscall(SYS_gettid), getuid(), getgid(), sched_getcpu());
	syscall(SYS_chroot, 0);
	return NULL;
}

int main(void)
{
	pthread_t thread;

	setgid(65534);
	setuid(65534);
	say("first");
	pthread_create(&thread, NULL, say, "a name of more than 15 characters");
	pthread_join(thread, NULL);
	return 0;
}
