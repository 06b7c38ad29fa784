#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * forks.d - which programs make how many processes and threads.
 *
 * usage: forks.d [-c COMMAND | -p PID]
 *
 *	EXEC             KIND         MADE
 *	maker            thread          3
 *	bash             process         5
 *	maker            process         5
 */
#pragma D option quiet
#pragma D option confine

/* CLONE_THREAD in the flags of the new task tells the two apart. */
inline int CLONE_THREAD = 0x10000;

sdt:task::task_newtask
{
	@[execname, args[1] & CLONE_THREAD ? "thread" : "process"] = count();
}

END
{
	printf("%-16s %-8s %8s\n", "EXEC", "KIND", "MADE");
	printa("%-16s %-8s %@8d\n", @);
}
