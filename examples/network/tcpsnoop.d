#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * tcpsnoop.d - prints every TCP segment sent or received: both ends, bytes and flags.
 *
 * usage: tcpsnoop.d
 *
 *	  TIME(us) CPU LOCAL            PORT  -- REMOTE           PORT   BYTES FLAGS
 *	         0   0 127.0.0.1       40154  -> 127.0.0.1        7724       0 SYN
 *	        31   0 127.0.0.1        7724  <- 127.0.0.1       40154       0 SYN
 *	        48   0 127.0.0.1        7724  -> 127.0.0.1       40154       0 SYN ACK
 */
#pragma D option quiet

inline string flag[int flags, int bit, string name] = flags & bit ? name : "";

BEGIN
{
	printf("%10s %3s %-15s %5s     %-15s %5s %7s %s\n", "TIME(us)", "CPU", "LOCAL", "PORT",
	    "REMOTE", "PORT", "BYTES", "FLAGS");
}

tcp:::send, tcp:::receive
/!begun/
{
	begun = timestamp;
}

tcp:::send
{
	printf("%10d %3d %-15s %5d  -> %-15s %5d", (timestamp - begun) / 1000, cpu,
	    args[2]->ip_saddr, args[4]->tcp_sport, args[2]->ip_daddr, args[4]->tcp_dport);
}

tcp:::receive
{
	printf("%10d %3d %-15s %5d  <- %-15s %5d", (timestamp - begun) / 1000, cpu,
	    args[2]->ip_daddr, args[4]->tcp_dport, args[2]->ip_saddr, args[4]->tcp_sport);
}

tcp:::send, tcp:::receive
{
	this->flags = args[4]->tcp_flags;
	printf(" %7d %s%s%s%s%s\n", args[2]->ip_plength - args[4]->tcp_offset,
	    flag[this->flags, TH_SYN, "SYN "], flag[this->flags, TH_FIN, "FIN "],
	    flag[this->flags, TH_RST, "RST "], flag[this->flags, TH_PUSH, "PSH "],
	    flag[this->flags, TH_ACK, "ACK"]);
}
