#!/usr/sbin/dtrace -Zs
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * oom.d - prints when the kernel kills a process because it is out of memory.
 *
 * usage: oom.d
 *
 *	0 victims
 */
#pragma D option quiet

sdt:oom::mark_victim
{
	printf("%Y out of memory: the kernel kills a process while %s runs\n", walltimestamp, execname);
	victims++;
}

END
{
	printf("%d victims\n", victims);
}
