#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * tcptop.d - prints the TCP connections with most bytes sent and received, every second.
 *
 * usage: tcptop.d [SECONDS]		until ^C
 *
 *	LOCAL            PORT REMOTE           PORT       SENT   RECEIVED
 *	127.0.0.1        7724 127.0.0.1       40154         30          0
 *	127.0.0.1       40154 127.0.0.1        7724          0         30
 */
#pragma D option quiet
#pragma D option defaultargs

tcp:::send
/args[2]->ip_plength > args[4]->tcp_offset/
{
	@sent[args[2]->ip_saddr, args[4]->tcp_sport, args[2]->ip_daddr, args[4]->tcp_dport] =
	    sum(args[2]->ip_plength - args[4]->tcp_offset);
}

tcp:::receive
/args[2]->ip_plength > args[4]->tcp_offset/
{
	@received[args[2]->ip_daddr, args[4]->tcp_dport, args[2]->ip_saddr, args[4]->tcp_sport] =
	    sum(args[2]->ip_plength - args[4]->tcp_offset);
}

tick-1s, END
{
	trunc(@sent, 20);
	printf("%-15s %5s %-15s %5s %10s %10s\n", "LOCAL", "PORT", "REMOTE", "PORT", "SENT",
	    "RECEIVED");
	printa("%-15s %5d %-15s %5d %@10d %@10d\n", @sent, @received);
	trunc(@sent);
	trunc(@received);
}

tick-1s
/++seconds == $1/
{
	exit(0);
}
