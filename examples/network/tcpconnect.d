#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * tcpconnect.d - prints each outgoing TCP connection: process, both ends, connect latency and answer.
 *
 * usage: tcpconnect.d
 *
 *	   PID EXEC             LOCAL            PORT REMOTE           PORT     US ANSWER
 *	 20408 act              127.0.0.1       40154 127.0.0.1        7724     81 established
 */
#pragma D option quiet

pid_t asked_by[uintptr_t];
BEGIN
{
	printf("%6s %-16s %-15s %5s %-15s %5s %6s %s\n", "PID", "EXEC", "LOCAL", "PORT",
	    "REMOTE", "PORT", "US", "ANSWER");
}

tcp:::connect-request
{
	asked_at[args[1]->cs_addr] = timestamp;
	asked_by[args[1]->cs_addr] = pid;
	asked_as[args[1]->cs_addr] = execname;
}

tcp:::connect-established, tcp:::connect-refused
/asked_at[args[1]->cs_addr]/
{
	printf("%6d %-16s %-15s %5d %-15s %5d %6d %s\n", asked_by[args[1]->cs_addr],
	    asked_as[args[1]->cs_addr], args[3]->tcps_laddr, args[3]->tcps_lport,
	    args[3]->tcps_raddr, args[3]->tcps_rport,
	    (timestamp - asked_at[args[1]->cs_addr]) / 1000, substr(probename, 8));
}

tcp:::state-change
/args[3]->tcps_state == TCP_STATE_CLOSED && asked_at[args[1]->cs_addr]/
{
	asked_at[args[1]->cs_addr] = 0;
	asked_by[args[1]->cs_addr] = 0;
	asked_as[args[1]->cs_addr] = NULL;
}
