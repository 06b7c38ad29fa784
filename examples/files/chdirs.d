#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * chdirs.d - where processes go: every change of the working directory.
 *
 * usage: chdirs.d [-c COMMAND | -p PID]
 *
 *	act              below
 *	act              /
 */
#pragma D option quiet
#pragma D option confine

syscall::chdir:entry
{
	self->path = arg0;
}

syscall::chdir:return
/self->path && errno == 0/
{
	printf("%-16s %s\n", execname, copyinstr(self->path));
}

syscall::chdir:return
{
	self->path = 0;
}
