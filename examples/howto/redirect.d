#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * redirect.d - output into files, by freopen, and commands run by system: needs -w.
 *
 * usage: redirect.d FILE
 *
 *	to the terminal
 *	1
 *	back again
 */
#pragma D option quiet
#pragma D option destructive

BEGIN
{
	printf("to the terminal\n");
	freopen("%s", $$1);
	printf("to the file\n");
	freopen("");
	system("wc -l < %s", $$1);
	printf("back again\n");
	exit(0);
}
