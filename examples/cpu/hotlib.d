#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * hotlib.d - the hot libraries of a process.
 *
 * usage: hotlib.d -c COMMAND | -p PID
 *
 *	act                                             8
 *	all                                             8
 */
#pragma D option quiet

profile-997hz
/pid == $target && arg1/
{
	@[umod(arg1)] = count();
	@total = count();
}

END
{
	printa("%-40A %@8d\n", @);
	printa("all                                      %@8d\n", @total);
}
