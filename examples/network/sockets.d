#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * sockets.d - sockets that programs create: family and type.
 *
 * usage: sockets.d [-c COMMAND | -p PID]
 *
 *	EXEC             FAMILY       TYPE              COUNT
 *	act              AF_INET      SOCK_STREAM           2
 *	act              AF_INET      SOCK_DGRAM            4
 *	act              AF_UNIX      SOCK_STREAM           5
 */
#pragma D option quiet
#pragma D option confine

inline string family[int f] = f == 1 ? "AF_UNIX" : f == 2 ? "AF_INET" : f == 10 ? "AF_INET6" :
    f == 16 ? "AF_NETLINK" : f == 17 ? "AF_PACKET" : "other";
inline string type[int t] = t == 1 ? "SOCK_STREAM" : t == 2 ? "SOCK_DGRAM" : t == 3 ? "SOCK_RAW" :
    t == 5 ? "SOCK_SEQPACKET" : "other";

syscall::socket:entry
{
	@[execname, family[(int)arg0], type[(int)arg1 & 0xf]] = count();
}

END
{
	printf("%-16s %-12s %-14s %8s\n", "EXEC", "FAMILY", "TYPE", "COUNT");
	printa("%-16s %-12s %-14s %@8d\n", @);
}
