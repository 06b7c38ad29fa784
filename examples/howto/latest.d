#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * latest.d - keeps only the latest report in the output file: ftruncate before each report.
 *
 * usage: latest.d -o FILE [SECONDS]		until ^C
 */
#pragma D option quiet
#pragma D option defaultargs

syscall:::entry
{
	@[execname] = count();
}

tick-1s
{
	ftruncate();
	trunc(@, 10);
	printf("second %d\n", ++seconds);
	printa(@);
	clear(@);
}

tick-1s
/seconds == $1/
{
	exit(0);
}
