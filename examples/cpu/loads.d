#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * loads.d - prints the load averages, read from a variable of the kernel.
 *
 * usage: loads.d
 */
#pragma D option quiet

/* avenrun holds fixed-point numbers with 11 fraction bits. */
BEGIN
{
	this->one = (`avenrun[0] * 100) >> 11;
	this->five = (`avenrun[1] * 100) >> 11;
	this->fifteen = (`avenrun[2] * 100) >> 11;
	printf("%Y  load averages: %d.%02d, %d.%02d, %d.%02d\n", walltimestamp,
	    this->one / 100, this->one % 100, this->five / 100, this->five % 100,
	    this->fifteen / 100, this->fifteen % 100);
	exit(0);
}
