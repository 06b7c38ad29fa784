#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * unused.d - system calls that nobody here made lately: of all that exist, which were called at all?
 *
 * usage: unused.d [SECONDS] [-c COMMAND | -p PID]		5
 *
 *	54 different system calls in 5 seconds
 */
#pragma D option quiet
#pragma D option confine
#pragma D option defaultargs

inline int SECONDS = $1 ? $1 : 5;

syscall:::entry
/!called[probefunc]/
{
	called[probefunc] = 1;
	different++;
}

tick-1s
/++seconds == SECONDS/
{
	exit(0);
}

END
{
	printf("%d different system calls in %d seconds\n", different, SECONDS);
}
