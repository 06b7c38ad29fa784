#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cputimes.d - shows the CPU time of programs, of the kernel's threads and of the idle loop.
 * An interrupt counts for the thread that it interrupts. 100 % is the time of all CPUs. Stretches that are cut by the start or the end
 * of the script do not count.
 *
 * usage: cputimes.d			until ^C
 *
 *	WHO                              MS      %
 *	act                             251     12
 *	KERNEL                           36      1
 *	IDLE                           1704     85
 */
#pragma D option quiet

BEGIN
{
	begun = timestamp;
	cpus = 1;
}

sched:::off-cpu
/since[cpu]/
{
	this->who = !pid ? "IDLE" : curthread->mm == NULL ? "KERNEL" : execname;
	@ms[this->who] = sum(timestamp - since[cpu]);
	@share[this->who] = sum(timestamp - since[cpu]);
}

sched:::off-cpu
{
	since[cpu] = timestamp;
	cpus = cpu < cpus ? cpus : cpu + 1;
}

END
{
	normalize(@ms, 1000000);
	normalize(@share, (timestamp - begun) * cpus / 100 + 1);
	printf("%-24s %10s %6s\n", "WHO", "MS", "%");
	printa("%-24s %@10d %@6d\n", @ms, @share);
}
