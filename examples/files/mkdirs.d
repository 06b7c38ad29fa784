#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mkdirs.d - directories made and removed.
 *
 * usage: mkdirs.d [-c COMMAND | -p PID]
 *
 *	act              mkdir    new
 *	act              mkdir    new (exists)
 *	act              mkdir    no/where (failed)
 */
#pragma D option quiet
#pragma D option confine

syscall::mkdir:entry, syscall::rmdir:entry
{
	self->path = arg0;
}

syscall::mkdirat:entry
{
	self->path = arg1;
}

syscall::mkdir:return, syscall::mkdirat:return, syscall::rmdir:return
/self->path/
{
	printf("%-16s %-8s %s%s\n", execname, probefunc, copyinstr(self->path),
	    errno == EEXIST ? " (exists)" : errno ? " (failed)" : "");
	self->path = 0;
}
