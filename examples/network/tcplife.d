#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * tcplife.d - TCP connections that end: how long they lasted and the ports.
 *
 * usage: tcplife.d
 *
 *	    0  7724      765 us
 *	    0 50964       62 us
 *	    0  7724      135 us
 *	    0 50974       31 us
 *	    0  7724       41 us
 *	    0 50980       25 us
 */
#pragma D option quiet

uint64_t born[struct sock *];

sdt:sock::inet_sock_set_state
/args[2] == 2 || args[2] == 3/
{
	born[args[0]] = timestamp;
}

sdt:sock::inet_sock_set_state
/args[2] == 7 && born[args[0]]/
{
	printf("%5d %5d %8d us\n", args[0]->__sk_common.skc_num, ntohs(args[0]->__sk_common.skc_dport),
	    (timestamp - born[args[0]]) / 1000);
	born[args[0]] = 0;
}
