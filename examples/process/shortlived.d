#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * shortlived.d - sums the lifetimes of processes that start and end while it runs, by program and by parent.
 *
 * usage: shortlived.d [-c COMMAND | -p PID]
 *
 *	EXEC                COUNT           us
 *	cat                     2         3774
 *	sed                     2        10823
 *	true                    4        31251
 *	mayfly                  9          536
 *
 *	PARENT                              us
 *	bash                             14597
 *	mayfly                           31787
 */
#pragma D option quiet
#pragma D option confine

proc:::create
{
	born[args[0]->pr_pid] = timestamp;
}

proc:::exit
/born[pid]/
{
	this->life = timestamp - born[pid];
	@by[curthread->real_parent->comm] = sum(this->life / 1000);
	@total[execname] = sum(this->life / 1000);
	@lived[execname] = count();
	born[pid] = 0;
}

END
{
	printf("%-16s %8s %12s\n", "EXEC", "COUNT", "us");
	printa("%-16s %@8d %@12d\n", @lived, @total);
	printf("\n%-16s %21s\n", "PARENT", "us");
	printa("%-16s %@21d\n", @by);
}
