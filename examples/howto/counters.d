#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * counters.d - a macro of the shell for D: counts of the probes named on the command line, a second line of keys.
 *
 * usage: counters.d PROVIDER MODULE FUNCTION NAME
 *
 *	umask                    entry                           6
 */
#pragma D option quiet

$1:$2:$3:$4
/pid != $pid/
{
	@[probefunc, probename] = count();
}

END
{
	printa("%-24s %-24s %@8d\n", @);
}
