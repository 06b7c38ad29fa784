#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * iosnoop.d - prints every disk request when it ends: program, direction, bytes, latency and file.
 * The program is the one that was running when the request was made. The kernel writes most
 * pages later, from its own threads.
 *
 * usage: iosnoop.d
 *
 *	DISK     PROGRAM          D     BYTES       US ERROR FILE
 *	vda      dd               W     12288      417     0 /var/tmp/data
 */
#pragma D option quiet

BEGIN
{
	printf("%-8s %-16s %s %9s %8s %5s %s\n", "DISK", "PROGRAM", "D", "BYTES", "US", "ERROR", "FILE");
}

io:::start
{
	begun[args[0]->b_edev, args[0]->b_blkno] = timestamp;
	program[args[0]->b_edev, args[0]->b_blkno] = execname;
}

io:::done
/begun[args[0]->b_edev, args[0]->b_blkno]/
{
	printf("%-8s %-16s %s %9d %8d %5d %s\n", args[1]->dev_statname,
	    program[args[0]->b_edev, args[0]->b_blkno],
	    args[0]->b_flags & B_READ ? "R" : args[0]->b_flags & B_WRITE ? "W" : "F",
	    args[0]->b_bcount,
	    (timestamp - begun[args[0]->b_edev, args[0]->b_blkno]) / 1000,
	    args[0]->b_error, args[2]->fi_pathname);
	begun[args[0]->b_edev, args[0]->b_blkno] = 0;
	program[args[0]->b_edev, args[0]->b_blkno] = 0;
}
