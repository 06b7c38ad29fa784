#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * udpsnoop.d - every UDP datagram that is sent or received: who to whom, and its length.
 *
 * usage: udpsnoop.d
 *
 *	DIRECTION FROM             PORT TO               PORT   BYTES
 *	send      127.0.0.1       50964 127.0.0.1        7730      64
 *	receive   127.0.0.1       50964 127.0.0.1        7730      64
 */
#pragma D option quiet

BEGIN
{
	printf("%-9s %-15s %5s %-15s %5s %7s\n", "DIRECTION", "FROM", "PORT", "TO", "PORT", "BYTES");
}

/* A header of UDP has 8 bytes. */
udp:::send, udp:::receive
{
	printf("%-9s %-15s %5d %-15s %5d %7d\n", probename, args[2]->ip_saddr, args[4]->udp_sport,
	    args[2]->ip_daddr, args[4]->udp_dport, args[4]->udp_length - 8);
}
