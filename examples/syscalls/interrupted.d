#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * interrupted.d - calls that a signal cut short.
 *
 * usage: interrupted.d [-c COMMAND | -p PID]
 *
 *	act              pause                5
 */
#pragma D option quiet
#pragma D option confine

syscall:::return
/errno == EINTR/
{
	@[execname, probefunc] = count();
}

END
{
	printa("%-16s %-20s %@d\n", @);
}
