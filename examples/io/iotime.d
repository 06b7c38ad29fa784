#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * iotime.d - time that programs spend in read and write, and calls.
 *
 * usage: iotime.d [-c COMMAND | -p PID]
 *
 *	EXEC             CALL      CALLS      TIME us
 *	act              read          1           25
 *	act              write        12            5
 */
#pragma D option quiet
#pragma D option confine

syscall::read:entry, syscall::write:entry
{
	self->since = timestamp;
}

syscall::read:return, syscall::write:return
/self->since/
{
	@calls[execname, probefunc] = count();
	@took[execname, probefunc] = sum(timestamp - self->since);
	self->since = 0;
}

END
{
	normalize(@took, 1000);
	printf("%-16s %-6s %8s %12s\n", "EXEC", "CALL", "CALLS", "TIME us");
	printa("%-16s %-6s %@8d %@12d\n", @calls, @took);
}
