#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * callers.d - who calls a function: the calling function, counted.
 *
 * usage: callers.d FUNCTION -c COMMAND
 *
 *	act`middle                              4
 *	act`outer                               4
 *	act`climb                               7
 */
#pragma D option quiet

pid$target:a.out:$1:entry
{
	@[usym(ucaller)] = count();
}

END
{
	printa("%-32A %@8d\n", @);
}
