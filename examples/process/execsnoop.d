#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * execsnoop.d - prints every new program with its arguments.
 * It cuts them after 4,095 bytes (strsize).
 *
 * usage: execsnoop.d [-c COMMAND | -p PID]
 *
 *	   UID     PID    PPID ARGS
 *	     0   17166   17164 /bin/echo one two
 *	     0   17167   17164 /bin/true one two
 */
#pragma D option quiet
#pragma D option confine
#pragma D option strsize=4k
#pragma D option switchrate=10hz

BEGIN
{
	printf("%6s %7s %7s %s\n", "UID", "PID", "PPID", "ARGS");
}

sdt:sched::sched_process_exec
{
	printf("%6d %7d %7d %s\n", uid, pid, ppid, execargs);
}
