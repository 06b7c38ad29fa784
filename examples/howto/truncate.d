#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * truncate.d - trunc: the first few and the last few rows of a table, then none.
 *
 * usage: truncate.d -c COMMAND
 *
 *	most:
 *	 getppid 3
 *	 umask 4
 *	least:
 *	 setgid 1
 *	 sched_yield 2
 *	all, cut off:
 */
#pragma D option quiet

syscall:::entry
/pid == $target && (probefunc == "umask" || probefunc == "getppid" || probefunc == "sched_yield" ||
    probefunc == "setgid")/
{
	@most[probefunc] = count();
	@least[probefunc] = count();
	@all[probefunc] = count();
}

END
{
	trunc(@most, 2);
	trunc(@least, -2);
	printf("most:\n");
	printa(" %s %@d\n", @most);
	printf("least:\n");
	printa(" %s %@d\n", @least);
	trunc(@all);
	printf("all, cut off:\n");
	printa(" %s %@d\n", @all);
}
