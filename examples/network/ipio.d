#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ipio.d - every IP packet at the network devices: direction, both ends, bytes.
 *
 * usage: ipio.d
 *
 *	CPU DEVICE     FROM               TO                BYTES
 *	  0 lo         127.0.0.1       -> 127.0.0.1            72
 *	  0 lo         127.0.0.1       <- 127.0.0.1            72
 */
#pragma D option quiet

BEGIN
{
	printf("%3s %-10s %-15s    %-15s %8s\n", "CPU", "DEVICE", "FROM", "TO", "BYTES");
}

ip:::send
{
	printf("%3d %-10s %-15s -> %-15s %8d\n", cpu, args[3]->if_name, args[2]->ip_saddr,
	    args[2]->ip_daddr, args[2]->ip_plength);
}

ip:::receive
{
	printf("%3d %-10s %-15s <- %-15s %8d\n", cpu, args[3]->if_name, args[2]->ip_daddr,
	    args[2]->ip_saddr, args[2]->ip_plength);
}
