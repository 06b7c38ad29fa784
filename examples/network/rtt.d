#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * rtt.d - shows the smoothed round-trip times of TCP connections, by remote port.
 *
 * usage: rtt.d
 *
 *	port 5432 (microseconds)
 *	           value  ------------- Distribution ------------- count
 *	              16 |                                         0
 *	              32 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 25
 *	              64 |                                         0
 */
#pragma D option quiet

/* A segment has arrived for an established connection. */
sdt:tcp::tcp_probe
{
	this->sk = args[0];
	@[ntohs(this->sk->__sk_common.skc_dport)] =
	    quantize(((struct tcp_sock *)this->sk)->srtt_us >> 3);
}

END
{
	printa("port %d (microseconds)%@d\n", @);
}
