#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * chmods.d - changes of permissions: old style octal, with the path.
 *
 * usage: chmods.d [-c COMMAND | -p PID]
 *
 *	2026 Nov 21 19:44:34 act mine 0600 = 0
 *	2026 Nov 21 19:44:34 act yours 0600 = 2
 */
#pragma D option quiet
#pragma D option confine

syscall::chmod:entry
{
	self->path = arg0;
	self->mode = (int)arg1;
}

syscall::fchmodat:entry
{
	self->path = arg1;
	self->mode = (int)arg2;
}

syscall::chmod:return, syscall::fchmodat:return
/self->path/
{
	printf("%Y %s %s 0%o = %d\n", walltimestamp, execname, copyinstr(self->path), self->mode, errno);
	self->path = 0;
	self->mode = 0;
}
