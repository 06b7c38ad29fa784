#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * setuids.d - prints every call that changes a user or group ID: the ID before, the new ID and the error.
 *
 * usage: setuids.d [-c COMMAND | -p PID]
 *
 *	TIME                 EXEC                 PID CALL          WAS     TO  ERR
 *	2026 Nov 21 19:49:37 act                11079 setgid          0   1234    0
 *	2026 Nov 21 19:49:37 act                11079 setuid          0   1000    0
 *	2026 Nov 21 19:49:37 act                11079 setuid       1000      0    1
 */
#pragma D option quiet
#pragma D option confine

BEGIN
{
	printf("%-20s %-16s %7s %-10s %6s %6s %4s\n", "TIME", "EXEC", "PID", "CALL", "WAS", "TO", "ERR");
}

syscall::setuid:entry, syscall::setgid:entry, syscall::setreuid:entry, syscall::setresuid:entry
{
	self->to = (int)arg0;
	self->was = probefunc == "setgid" ? gid : uid;
	self->changing = 1;
}

syscall::setuid:return, syscall::setgid:return, syscall::setreuid:return, syscall::setresuid:return
/self->changing/
{
	printf("%-20Y %-16s %7d %-10s %6d %6d %4d\n", walltimestamp, execname, pid, probefunc,
	    self->was, self->to, errno);
	self->changing = 0;
	self->was = 0;
	self->to = 0;
}
