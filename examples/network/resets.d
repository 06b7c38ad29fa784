#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * resets.d - TCP resets sent and received: connections that ended the hard way.
 *
 * usage: resets.d
 *
 *	tcp_receive_reset    4
 *	tcp_send_reset       4
 */
#pragma D option quiet

sdt:tcp::tcp_send_reset, sdt:tcp::tcp_receive_reset
{
	@[probename] = count();
}

END
{
	printa("%-20s %@d\n", @);
}
