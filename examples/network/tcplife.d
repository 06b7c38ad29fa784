#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * tcplife.d - prints each TCP connection when it ends: both ends and its lifetime.
 *
 * usage: tcplife.d
 *
 *	LOCAL            PORT REMOTE           PORT       US
 *	127.0.0.1       50964 127.0.0.1        7724      765
 *	127.0.0.1        7724 127.0.0.1       50964      135
 */
#pragma D option quiet

BEGIN
{
	printf("%-15s %5s %-15s %5s %8s\n", "LOCAL", "PORT", "REMOTE", "PORT", "US");
}

tcp:::state-change
/args[3]->tcps_state == TCP_STATE_SYN_SENT || args[3]->tcps_state == TCP_STATE_SYN_RECEIVED/
{
	born[args[1]->cs_addr] = timestamp;
}

tcp:::state-change
/args[3]->tcps_state == TCP_STATE_CLOSED && born[args[1]->cs_addr]/
{
	printf("%-15s %5d %-15s %5d %8d\n", args[3]->tcps_laddr, args[3]->tcps_lport,
	    args[3]->tcps_raddr, args[3]->tcps_rport, (timestamp - born[args[1]->cs_addr]) / 1000);
	born[args[1]->cs_addr] = 0;
}
