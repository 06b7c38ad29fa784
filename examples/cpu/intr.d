#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * intr.d - counts interrupts by device and sums the time in their handlers.
 *
 * usage: intr.d [SECONDS]		until ^C
 *
 *	DEVICE                      COUNT           ns
 *	virtio1-req.0                   4        25518
 */
#pragma D option quiet
#pragma D option defaultargs

sdt:irq::irq_handler_entry
{
	began[cpu] = timestamp;
}

sdt:irq::irq_handler_exit
/began[cpu]/
{
	@n[stringof(args[1]->name)] = count();
	@ns[stringof(args[1]->name)] = sum(timestamp - began[cpu]);
	began[cpu] = 0;
}

tick-1s
/++seconds == $1/
{
	exit(0);
}

END
{
	printf("%-24s %8s %12s\n", "DEVICE", "COUNT", "ns");
	printa("%-24s %@8d %@12d\n", @n, @ns);
}
