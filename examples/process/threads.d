#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * threads.d - prints when each thread of a command gets its name and when it ends.
 *
 * usage: threads.d -c COMMAND
 *
 *	    1113 us  thread 10969 is named alpha
 *	    1197 us  thread 10969 (alpha) ends
 *	    1252 us  thread 10970 is named beta
 *	    1257 us  thread 10970 (beta) ends
 */
#pragma D option quiet

BEGIN
{
	start = timestamp;
}

sdt:task::task_rename
/pid == $target && pid != tid/
{
	printf("%8d us  thread %d is named %s\n", (timestamp - start) / 1000, tid, stringof(args[1]));
}

sdt:sched::sched_process_exit
/pid == $target && pid != tid/
{
	printf("%8d us  thread %d (%s) ends\n", (timestamp - start) / 1000, tid, execname);
}
