#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * icmpsnoop.d - every message of ICMP and ICMPv6: who to whom, its type, code and length.
 *
 * usage: icmpsnoop.d
 *
 *	DIRECTION FROM             TO               TYPE               CODE  BYTES
 *	send      127.0.0.1        127.0.0.1        echo                  0     64
 *	receive   127.0.0.1        127.0.0.1        echo                  0     64
 *	send      127.0.0.1        127.0.0.1        echo-reply            0     64
 */
#pragma D option quiet

BEGIN
{
	printf("%-9s %-16s %-16s %-18s %4s %6s\n", "DIRECTION", "FROM", "TO", "TYPE", "CODE", "BYTES");
}

icmp:::send, icmp:::receive
{
	printf("%-9s %-16s %-16s %-18s %4d %6d\n", probename, args[2]->ip_saddr, args[2]->ip_daddr,
	    args[4]->icmp_typestr, args[4]->icmp_code, args[4]->icmp_length);
}
