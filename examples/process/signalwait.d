#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * signalwait.d - measures the time from sending a signal to its delivery, by receiver and signal.
 *
 * usage: signalwait.d
 *
 *	RECEIVER         SIGNAL    COUNT   SLOWEST us
 *	listener             12        1            1
 *	sh                   17        1        10820
 *	listener             10        4            4
 */
#pragma D option quiet

sdt:signal::signal_generate
{
	sent[args[2]->pid, args[0]] = timestamp;
}

sdt:signal::signal_deliver
/sent[tid, args[0]]/
{
	@[execname, args[0]] = count();
	@us[execname, args[0]] = max((timestamp - sent[tid, args[0]]) / 1000);
	sent[tid, args[0]] = 0;
}

END
{
	printf("%-16s %6s %8s %12s\n", "RECEIVER", "SIGNAL", "COUNT", "SLOWEST us");
	printa("%-16s %6d %@8d %@12d\n", @, @us);
}
