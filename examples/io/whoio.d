#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * whoio.d - who has which disk read and written, in bytes.
 * What programs leave in the page cache is written later, by the kernel's threads.
 *
 * usage: whoio.d			until ^C
 *
 *	DISK     PROGRAM              PID D         BYTES
 *	vda      jbd2/vda-8           104 W         20480
 *	vda      dd                 21519 W         65536
 */
#pragma D option quiet

io:::start
/args[0]->b_bcount/
{
	@[args[1]->dev_statname, execname, pid, args[0]->b_flags & B_READ ? "R" : "W"] = sum(args[0]->b_bcount);
}

END
{
	printf("%-8s %-16s %7s %s %13s\n", "DISK", "PROGRAM", "PID", "D", "BYTES");
	printa("%-8s %-16s %7d %s %@13d\n", @);
}
