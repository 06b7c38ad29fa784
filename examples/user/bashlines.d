#!/usr/sbin/dtrace -Zs
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bashlines.d - prints the lines that people type into bash, on every terminal.
 *
 * usage: bashlines.d
 *
 *	2026 Nov 22 15:20:01     4242  ls -l
 *	2026 Nov 22 15:20:07     4242  git status
 */
#pragma D option quiet

pid*:bash:readline:return
/arg1/
{
	printf("%Y %8d  %s\n", walltimestamp, pid, copyinstr(arg1));
}
