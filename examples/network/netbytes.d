#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * netbytes.d - bytes and packets leaving by each network device.
 *
 * usage: netbytes.d [SECONDS]		until ^C
 *
 *	DEVICE              PACKETS        BYTES
 *	lo                       20        20840
 */
#pragma D option quiet
#pragma D option defaultargs

/* args[1] is the driver's answer: 0 if it has taken the packet. */
sdt:net::net_dev_xmit
/args[1] == 0/
{
	@packets[stringof(args[2]->name)] = count();
	@bytes[stringof(args[2]->name)] = sum(args[3]);
}

tick-1s
/++seconds == $1/
{
	exit(0);
}

END
{
	printf("%-16s %10s %12s\n", "DEVICE", "PACKETS", "BYTES");
	printa("%-16s %@10d %@12d\n", @packets, @bytes);
}
