#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * renames.d - what is renamed to what.
 *
 * usage: renames.d [-c COMMAND | -p PID]
 *
 *	act              draft -> draft.new
 */
#pragma D option quiet
#pragma D option confine

syscall::rename:entry
{
	self->from = arg0;
	self->to = arg1;
}

syscall::renameat:entry, syscall::renameat2:entry
{
	self->from = arg1;
	self->to = arg3;
}

syscall::rename:return, syscall::renameat:return, syscall::renameat2:return
/self->from && errno == 0/
{
	printf("%-16s %s -> %s\n", execname, copyinstr(self->from), copyinstr(self->to));
}

syscall::rename*:return
{
	self->from = 0;
	self->to = 0;
}
