#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * strings.d - a function's string argument, read from the program's memory.
 *
 * usage: strings.d FUNCTION -c COMMAND
 *
 *	greet returned "world"
 *	greet returned "moon"
 */
#pragma D option quiet

pid$target:a.out:$1:return
{
	printf("%s returned \"%s\"\n", probefunc, copyinstr(arg1));
}
