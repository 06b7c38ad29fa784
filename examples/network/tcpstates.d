#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * tcpstates.d - prints every state change of a TCP connection with both ports.
 *
 * usage: tcpstates.d
 *
 *	 7723 ->     0  CLOSE        LISTEN
 *	    0 ->  7723  CLOSE        SYN_SENT
 *	48458 ->  7723  SYN_SENT     ESTABLISHED
 *	 7723 -> 48458  LISTEN       SYN_RECV
 *	 7723 -> 48458  SYN_RECV     ESTABLISHED
 *	48458 ->  7723  ESTABLISHED  FIN_WAIT1
 *	 7723 -> 48458  ESTABLISHED  CLOSE_WAIT
 *	 7723 -> 48458  CLOSE_WAIT   LAST_ACK
 *	48458 ->  7723  FIN_WAIT1    FIN_WAIT2
 *	    0 ->  7723  FIN_WAIT2    CLOSE
 */
#pragma D option quiet

inline string state[int s] = s == 1 ? "ESTABLISHED" : s == 2 ? "SYN_SENT" : s == 3 ? "SYN_RECV" :
    s == 4 ? "FIN_WAIT1" : s == 5 ? "FIN_WAIT2" : s == 6 ? "TIME_WAIT" : s == 7 ? "CLOSE" :
    s == 8 ? "CLOSE_WAIT" : s == 9 ? "LAST_ACK" : s == 10 ? "LISTEN" : s == 11 ? "CLOSING" : "NEW_SYN_RECV";

inline int IPPROTO_TCP = 6;

sdt:sock::inet_sock_set_state
/args[0]->sk_protocol == IPPROTO_TCP/
{
	printf("%5d -> %5d  %-12s %s\n", args[0]->__sk_common.skc_num,
	    ntohs(args[0]->__sk_common.skc_dport), state[args[1]], state[args[2]]);
}
