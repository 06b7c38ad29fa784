#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * changes.d - prints changes of directories as they happen: files created, removed, renamed, and changes of mode.
 *
 * usage: changes.d [-c COMMAND | -p PID]
 *
 *	EXEC                PID CALL       ERR      PATH
 *	act               20408 openat     0        draft
 *	act               20408 mkdir      EEXIST   here
 *	act               20408 chmod      0        draft 0600
 *	act               20408 rename     0        draft -> draft.new
 *	act               20408 unlink     ENOENT   draft
 */
#pragma D option quiet
#pragma D option zdefs
#pragma D option confine

BEGIN
{
	printf("%-16s %6s %-10s %-8s %s\n", "EXEC", "PID", "CALL", "ERR", "PATH");
}

syscall::creat:entry, syscall::mkdir:entry, syscall::rmdir:entry, syscall::unlink:entry
{
	self->path = arg0;
}

syscall::openat:entry
/arg2 & O_CREAT/
{
	self->path = arg1;
}

syscall::mkdirat:entry, syscall::unlinkat:entry
{
	self->path = arg1;
}

syscall::chmod:entry
{
	self->path = arg0;
	self->mode = arg1;
}

syscall::fchmodat:entry
{
	self->path = arg1;
	self->mode = arg2;
}

syscall::rename:entry, syscall::link:entry, syscall::symlink:entry
{
	self->path = arg0;
	self->to = arg1;
}

syscall::renameat:entry, syscall::renameat2:entry, syscall::linkat:entry
{
	self->path = arg1;
	self->to = arg3;
}

syscall::symlinkat:entry
{
	self->path = arg0;
	self->to = arg2;
}

/* The clause reads the paths when the call returns, since the kernel has brought their pages in. */
syscall::creat:return, syscall::openat:return, syscall::mkdir*:return, syscall::rmdir:return, syscall::unlink*:return,
syscall::*chmod*:return, syscall::rename*:return, syscall::link*:return, syscall::symlink*:return
/self->path/
{
	printf("%-16s %6d %-10s %-8s %s", execname, pid, probefunc, errno, copyinstr(self->path));
	if (self->to)
		printf(" -> %s", copyinstr(self->to));
	if (self->mode)
		printf(" 0%o", self->mode & 07777);
	printf("\n");
	self->path = 0;
	self->to = 0;
	self->mode = 0;
}
