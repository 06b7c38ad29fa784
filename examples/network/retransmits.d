#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * retransmits.d - counts retransmitted TCP segments by local and remote port.
 *
 * usage: retransmits.d [SECONDS]		until ^C
 *
 *	  FROM     TO SEGMENTS
 */
#pragma D option quiet
#pragma D option defaultargs

/* Fires for each retransmitted segment. Newer kernels also report failed attempts, with the error. */
provider retransmits {
	probe segment(struct sock *S) =
	    sdt:tcp::tcp_retransmit_skb /args[2] == 0/ { (struct sock *)args[0] }
	    else sdt:tcp::tcp_retransmit_skb { (struct sock *)args[0] };
};

retransmits:::segment
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
