#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * niceness.d - who changes priorities, and how.
 *
 * usage: niceness.d
 *
 *	act              setpriority process 0 to 5
 *	act              setpriority process 0 to 10
 */
#pragma D option quiet

syscall::setpriority:entry
{
	printf("%-16s setpriority %s %d to %d\n", execname,
	    arg0 == 0 ? "process" : arg0 == 1 ? "group" : "user", (int)arg1, (int)arg2);
}
