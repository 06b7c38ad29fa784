#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * drops.d - packets that the kernel throws away: where and why.
 *
 * usage: drops.d [SECONDS]		until ^C
 *
 *	PLACE                                             PACKETS
 *	vmlinux`tcp_v4_rcv                                      5
 */
#pragma D option quiet
#pragma D option defaultargs

sdt:skb::kfree_skb
{
	@[sym((uintptr_t)args[1])] = count();
}

tick-1s
/++seconds == $1/
{
	exit(0);
}

END
{
	printf("%-48s %8s\n", "PLACE", "PACKETS");
	printa("%-48a %@8d\n", @);
}
