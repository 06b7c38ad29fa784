#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * polls.d - programs that wake up to look around: poll, select and epoll with short timeouts.
 *
 * usage: polls.d [-c COMMAND | -p PID]
 *
 *	EXEC             CALL             ms    TIMES
 *	act              poll              1        2
 *	dtrace           epoll_wait       50        5
 *	act              poll              0        8
 *	dtrace           poll              0       10
 */
#pragma D option quiet
#pragma D option confine

syscall::poll:entry
/(int)arg2 >= 0 && (int)arg2 < 100/
{
	@[execname, probefunc, (int)arg2] = count();
}

syscall::epoll_wait:entry, syscall::epoll_pwait:entry
/(int)arg3 >= 0 && (int)arg3 < 100/
{
	@[execname, probefunc, (int)arg3] = count();
}

END
{
	printf("%-16s %-12s %6s %8s\n", "EXEC", "CALL", "ms", "TIMES");
	printa("%-16s %-12s %6d %@8d\n", @);
}
