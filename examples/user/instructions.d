#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * instructions.d - the instructions of a function that are executed, and how often.
 *
 * usage: instructions.d FUNCTION -c COMMAND
 *
 *	inner+0 6
 *	inner+11 6
 *	inner+15 6
 *	inner+7 6
 *	inner+a 6
 */
#pragma D option quiet

pid$target:a.out:$1:
/probename != "entry" && probename != "return"/
{
	@[probefunc, probename] = count();
}

END
{
	printa("%s+%s %@d\n", @);
}
