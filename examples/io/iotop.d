#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * iotop.d - prints the programs that ask disks for most bytes in every interval, by disk and direction.
 * Writes go to memory first. A kernel thread (kworker) or sync passes them to the disk later.
 *
 * usage: iotop.d [SECONDS [ROWS]]
 *
 *	PROGRAM          PID     DISK     D        BYTES
 *	dd               4711    vda      W     10485760
 */
#pragma D option quiet
#pragma D option defaultargs

BEGIN
{
	seconds = $1 ? $1 : 5;
	rows = $2 ? $2 : 20;
	left = seconds;
}

io:::start
/args[0]->b_bcount/
{
	@bytes[execname, pid, args[1]->dev_statname, args[0]->b_flags & B_READ ? "R" : "W"] =
	    sum(args[0]->b_bcount);
}

tick-1s
/--left == 0/
{
	printf("\n%-16s %-7s %-8s %s %12s\n", "PROGRAM", "PID", "DISK", "D", "BYTES");
	trunc(@bytes, rows);
	printa("%-16s %-7d %-8s %s %@12d\n", @bytes);
	trunc(@bytes);
	left = seconds;
}
