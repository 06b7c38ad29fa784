#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * drops.d - counts the packets that the kernel drops, by function and reason.
 *
 * usage: drops.d [SECONDS]		until ^C
 *
 *	PLACE                            REASON                                        PACKETS
 *	vmlinux`tcp_v4_rcv               SKB_DROP_REASON_NO_SOCKET                           5
 */
#pragma D option quiet
#pragma D option defaultargs

sdt:skb::kfree_skb
{
	@[sym((uintptr_t)args[1]), args[2]] = count();
}

tick-1s
/++seconds == $1/
{
	exit(0);
}

END
{
	printf("%-32s %-44s %8s\n", "PLACE", "REASON", "PACKETS");
	printa("%-32a %-44s %@8d\n", @);
}
