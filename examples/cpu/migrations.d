#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * migrations.d - threads that the scheduler moves from one processor to another.
 *
 * usage: migrations.d
 *
 *	EXEC               TO    TIMES
 *	nomad               0        1
 *	sh                  0        1
 *	nomad               1        2
 */
#pragma D option quiet

sdt:sched::sched_migrate_task
{
	@[stringof(args[0]->comm), args[1]] = count();
}

END
{
	printf("%-16s %4s %8s\n", "EXEC", "TO", "TIMES");
	printa("%-16s %4d %@8d\n", @);
}
