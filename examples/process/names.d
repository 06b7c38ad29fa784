#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * names.d - tasks that change their names.
 *
 * usage: names.d [-c COMMAND | -p PID]
 *
 *	             act became caterpillar      1 times
 *	     caterpillar became butterfly        1 times
 *	              cc became as               1 times
 */
#pragma D option quiet
#pragma D option confine

sdt:task::task_rename
{
	@[stringof(args[0]->comm), stringof(args[1])] = count();
}

END
{
	printa("%16s became %-16s %@d times\n", @);
}
