#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * wakers.d - who wakes whom.
 *
 * usage: wakers.d
 *
 *	WAKER            WOKEN               TIMES
 *	cc1              ksoftirqd/0             1
 *	cc1              kworker/u8:5            1
 *	cc1              memfd:sealed-91         1
 *	dtrace           act                     1
 *	kworker/0:6      kworker/u8:5            1
 *	kworker/u8:5     kworker/u8:1            1
 *	pong             rcu_preempt             1
 *	qemu-system-x86  dtrace                  1
 *	qemu-system-x86  kworker/1:0H            1
 */
#pragma D option quiet

sdt:sched::sched_waking
{
	@[execname, stringof(args[0]->comm)] = count();
}

END
{
	printf("%-16s %-16s %8s\n", "WAKER", "WOKEN", "TIMES");
	printa("%-16s %-16s %@8d\n", @);
}
