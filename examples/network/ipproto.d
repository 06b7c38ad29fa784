#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ipproto.d - counts IP packets and bytes by protocol, direction and both addresses.
 *
 * usage: ipproto.d [SECONDS]		until ^C
 *
 *	DIRECTION PROTOCOL FROM            TO               PACKETS      BYTES
 *	receive   UDP      127.0.0.1       127.0.0.1              3        216
 *	send      UDP      127.0.0.1       127.0.0.1              3        216
 */
#pragma D option quiet
#pragma D option defaultargs

ip:::send, ip:::receive
{
	this->protocol = args[2]->ip_ver == 4 ? args[4]->ipv4_protostr : args[5]->ipv6_nextstr;
	@packets[probename, this->protocol, args[2]->ip_saddr, args[2]->ip_daddr] = count();
	@bytes[probename, this->protocol, args[2]->ip_saddr, args[2]->ip_daddr] =
	    sum(args[2]->ip_plength);
}

tick-1s
/++seconds == $1/
{
	exit(0);
}

END
{
	printf("%-9s %-8s %-15s %-15s %8s %10s\n", "DIRECTION", "PROTOCOL", "FROM", "TO", "PACKETS",
	    "BYTES");
	printa("%-9s %-8s %-15s %-15s %@8d %@10d\n", @packets, @bytes);
}
