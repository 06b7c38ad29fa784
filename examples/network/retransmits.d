#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * retransmits.d - TCP segments that had to be sent again, by port.
 *
 * usage: retransmits.d [SECONDS]		until ^C
 *
 *	  FROM     TO SEGMENTS
 */
#pragma D option quiet
#pragma D option defaultargs

sdt:tcp::tcp_retransmit_skb
{
	@[args[0]->__sk_common.skc_num, ntohs(args[0]->__sk_common.skc_dport)] = count();
}

tick-1s
/++seconds == $1/
{
	exit(0);
}

END
{
	printf("%6s %6s %8s\n", "FROM", "TO", "SEGMENTS");
	printa("%6d %6d %@8d\n", @);
}
