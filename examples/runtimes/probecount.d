#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * probecount.d - which of its own probes a program passes, and how often, whatever provider they have.
 *
 * usage: probecount.d PROVIDER -c COMMAND
 *
 *	FUNCTION                 PROBE                       COUNT
 *	call                     line                            3
 *	call                     function-entry                 10
 *	call                     function-return                10
 */
#pragma D option quiet

$1$target:::
{
	@[probefunc, probename] = count();
}

END
{
	printf("%-24s %-24s %8s\n", "FUNCTION", "PROBE", "COUNT");
	printa("%-24s %-24s %@8d\n", @);
}
