#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * throughput.d - bytes read and written per second, a line a second.
 *
 * usage: throughput.d [SECONDS] [-c COMMAND | -p PID]		until ^C
 *
 *	TIME                         READ      WRITTEN
 *	2026 Nov 21 21:16:26     14956688     10559538
 */
#pragma D option quiet
#pragma D option confine
#pragma D option defaultargs

BEGIN
{
	printf("%-20s %12s %12s\n", "TIME", "READ", "WRITTEN");
}

syscall::*read*:return
/probefunc != "readlink" && probefunc != "readlinkat" && probefunc != "readahead" && (long)arg0 > 0/
{
	@in = sum(arg0);
}

syscall::*write*:return
/(long)arg0 > 0/
{
	@out = sum(arg0);
}

tick-1s
{
	printf("%-20Y", walltimestamp);
	printa(" %@12d %@12d\n", @in, @out);
	clear(@in);
	clear(@out);
	seconds++;
}

tick-1s
/seconds == $1/
{
	exit(0);
}
