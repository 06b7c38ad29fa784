#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * recvlat.d - measures how long received TCP data waits until a program reads it, by program and local port.
 *
 * usage: recvlat.d
 *
 *	postgres, port 5432 (microseconds)
 *	           value  ------------- Distribution ------------- count
 *	               8 |                                         0
 *	              16 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@           183
 *	              32 |@@@@@@@@@                                55
 *	              64 |@                                        4
 *	             128 |                                         0
 */
#pragma D option quiet

/* A segment has arrived. Only the first unread one counts. */
sdt:tcp::tcp_probe
/!since[arg0] && args[1]->len > ((struct tcphdr *)args[1]->data)->doff * 4/
{
	since[arg0] = timestamp;
}

/* The current program has copied some of the data. */
sdt:tcp::tcp_rcv_space_adjust
/since[arg0]/
{
	@[execname, args[0]->__sk_common.skc_num] = quantize((timestamp - since[arg0]) / 1000);
	since[arg0] = 0;
}

sdt:tcp::tcp_destroy_sock
{
	since[arg0] = 0;
}

END
{
	printa("%s, port %d (microseconds)%@d\n", @);
}
