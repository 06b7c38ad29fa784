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

sdt:net::net_dev_start_xmit
{
	@packets[stringof(args[1]->name)] = count();
	@bytes[stringof(args[1]->name)] = sum(args[0]->len);
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
