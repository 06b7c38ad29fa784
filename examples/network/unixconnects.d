#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * unixconnects.d - counts connections to UNIX sockets by program, path and error.
 *
 * usage: unixconnects.d [-c COMMAND | -p PID]
 *
 *	EXEC             SOCKET                                   ERROR  TIMES
 *	act              /nowhere/socket                              2      3
 */
#pragma D option quiet
#pragma D option confine

inline int AF_UNIX = 1;

syscall::connect:entry
/ *(uint16_t *)copyin(arg1, 2) == AF_UNIX && arg2 > 2/
{
	self->path = copyinstr(arg1 + 2, arg2 - 2);
}

syscall::connect:return
/self->path != NULL/
{
	@[execname, self->path, errno] = count();
	self->path = NULL;
}

END
{
	printf("%-16s %-40s %5s %6s\n", "EXEC", "SOCKET", "ERROR", "TIMES");
	printa("%-16s %-40s %5d %@6d\n", @);
}
