#!/usr/sbin/dtrace -Cs
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cpp.d - with -C the preprocessor comes first: constants from the system's headers, macros of one's own.
 *
 * usage: cpp.d -c COMMAND
 *
 *	getppid is number 110
 *	new process, memory shared 0
 *	new thread, memory shared 1
 */
#include <sys/syscall.h>
#include <linux/sched.h>

#define	MINE	(pid == $target)
#define	LINE(what, value) printf("%s %d\n", what, value)

#pragma D option quiet

BEGIN
{
	LINE("getppid is number", __NR_getppid);
}

sdt:task::task_newtask
/MINE/
{
	LINE(args[1] & CLONE_THREAD ? "new thread, memory shared" : "new process, memory shared", (args[1] & CLONE_VM) != 0);
}
