#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cputimes.d - where the time of the processors goes: programs, the kernel's own threads, idleness.
 * Interrupts count for whom they interrupt; of the stretches that last when it starts and ends, nothing.
 *
 * usage: cputimes.d			until ^C
 *
 *	WHO                              MS      %
 *	act                             251     12
 *	KERNEL                           36      1
 *	IDLE                           1704     85
 */
#pragma D option quiet

sched:::off-cpu
/since[cpu]/
{
	this->who = !pid ? "IDLE" : curthread->mm == NULL ? "KERNEL" : execname;
	@ms[this->who] = sum(timestamp - since[cpu]);
	@share[this->who] = sum(timestamp - since[cpu]);
	all += timestamp - since[cpu];
}

sched:::off-cpu
{
	since[cpu] = timestamp;
}

END
{
	normalize(@ms, 1000000);
	normalize(@share, all / 100 + 1);
	printf("%-24s %10s %6s\n", "WHO", "MS", "%");
	printa("%-24s %@10d %@6d\n", @ms, @share);
}
