#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * topsyscall.d - prints the most frequent system calls of every second.
 *
 * usage: topsyscall.d [ROWS [ROUNDS]] [-c COMMAND | -p PID]		10 rows, until ^C
 *
 *	2026 Nov 21 19:51:25
 *	setgid                       100000
 *	futex                          2759
 *	total                        109046
 */
#pragma D option quiet
#pragma D option confine
#pragma D option defaultargs
#pragma D option aggsortrev

inline int ROWS = $1 ? $1 : 10;

syscall:::entry
{
	@calls[probefunc] = count();
	@total = count();
}

tick-1sec
{
	trunc(@calls, ROWS);
	printf("\n%Y\n", walltimestamp);
	printa("%-24s %@10d\n", @calls);
	printa("total                    %@10d\n", @total);
	trunc(@calls);
	clear(@total);
	rounds++;
}

tick-1sec
/rounds == $2/
{
	exit(0);
}
