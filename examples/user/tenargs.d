#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * tenargs.d - arguments beyond those in registers: arg6 to arg9 come from the stack.
 *
 * usage: tenargs.d FUNCTION -c COMMAND
 *
 *	10 11 12 13 14 15 16 17 18 19
 *	-5 -4 -3 -2 -1 0 1 2 3 4
 */
#pragma D option quiet

pid$target:a.out:$1:entry
{
	printf("%d %d %d %d %d %d", arg0, arg1, arg2, arg3, arg4, arg5);
	printf(" %d %d %d %d\n", arg6, arg7, arg8, arg9);
}
