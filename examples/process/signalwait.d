#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * signalwait.d - measures the time from sending a signal to its delivery, by receiver and signal.
 *
 * usage: signalwait.d
 *
 *	RECEIVER         SIGNAL        COUNT   SLOWEST us
 *	listener         SIGUSR2           1            1
 *	sh               SIGCHLD           1        10820
 *	listener         SIGUSR1           4            4
 */
#pragma D option quiet

sdt:signal::signal_generate
{
	sent[args[2]->pid, args[0]] = timestamp;
}

sdt:signal::signal_deliver
/sent[tid, args[0]]/
{
	@[execname, (signal_t)args[0]] = count();
	@us[execname, (signal_t)args[0]] = max((timestamp - sent[tid, args[0]]) / 1000);
	sent[tid, args[0]] = 0;
}

END
{
	printf("%-16s %-10s %8s %12s\n", "RECEIVER", "SIGNAL", "COUNT", "SLOWEST us");
	printa("%-16s %-10s %@8d %@12d\n", @, @us);
}
