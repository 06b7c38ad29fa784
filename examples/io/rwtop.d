#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * rwtop.d - prints the processes that read and write most bytes, every second.
 *
 * usage: rwtop.d [ROWS [INTERVALS]] [-c COMMAND | -p PID]		5 rows, until ^C
 *
 *	2026 Nov 21 20:55:15
 *	cc1                17596 read         488006
 *	program-batch      23547 read         606453
 *	glutton            17582 read      300000000
 */
#pragma D option quiet
#pragma D option confine
#pragma D option defaultargs

inline int ROWS = $1 ? $1 : 5;

syscall::read:return, syscall::write:return
/errno == 0 && pid != $pid/
{
	@bytes[execname, pid, probefunc] = sum(arg0);
}

tick-1sec
{
	trunc(@bytes, ROWS);
	printf("%Y\n", walltimestamp);
	printa("%-16s %7d %-6s %@12d\n", @bytes);
	trunc(@bytes);
	rounds++;
}

tick-1sec
/rounds == $2/
{
	exit(0);
}
