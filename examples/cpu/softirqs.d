#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * softirqs.d - counts soft interrupts by kind and sums their time.
 *
 * usage: softirqs.d [SECONDS]		until ^C
 *
 *	KIND          COUNT           ns
 *	TIMER             7        36594
 *	RCU              10        64734
 *	SCHED            11        39097
 *	NET_RX           25       244263
 */
#pragma D option quiet
#pragma D option defaultargs

inline string vec[uint64_t v] = v == 0 ? "HI" : v == 1 ? "TIMER" : v == 2 ? "NET_TX" : v == 3 ? "NET_RX" :
    v == 4 ? "BLOCK" : v == 5 ? "IRQ_POLL" : v == 6 ? "TASKLET" : v == 7 ? "SCHED" :
    v == 8 ? "HRTIMER" : "RCU";

sdt:irq::softirq_entry
{
	began[cpu] = timestamp;
}

sdt:irq::softirq_exit
/began[cpu]/
{
	@[vec[args[0]]] = sum(timestamp - began[cpu]);
	@n[vec[args[0]]] = count();
	began[cpu] = 0;
}

tick-1s
/++seconds == $1/
{
	exit(0);
}

END
{
	printf("%-10s %8s %12s\n", "KIND", "COUNT", "ns");
	printa("%-10s %@8d %@12d\n", @n, @);
}
