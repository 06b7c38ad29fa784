#!/usr/sbin/dtrace -Zs
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * oom.d - processes that the kernel kills for want of memory, and memory cgroups that are at their end.
 *
 * usage: oom.d
 *
 *	0 victims
 */
#pragma D option quiet

sdt:oom::mark_victim
{
	printf("%Y memory is out: a victim was chosen while %s ran\n", walltimestamp, execname);
	victims++;
}

END
{
	printf("%d victims\n", victims);
}
