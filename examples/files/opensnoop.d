#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * opensnoop.d - prints every file that a program opens: user, process, descriptor, error and path.
 *
 * usage: opensnoop.d [-c COMMAND | -p PID]
 *
 *	   UID     PID EXEC               FD ERR      PATH
 *	     0   26356 act                 3 0        /etc/ld.so.cache
 *	     0   26356 act                 3 0        made
 *	     0   26356 act                 4 0        made
 *	     0   26356 act                -1 ENOENT   /nowhere/at/all
 */
#pragma D option quiet
#pragma D option zdefs
#pragma D option confine

BEGIN
{
	printf("%6s %7s %-16s %4s %-8s %s\n", "UID", "PID", "EXEC", "FD", "ERR", "PATH");
}

syscall::open:entry, syscall::creat:entry
{
	self->path = arg0;
}

syscall::openat:entry, syscall::openat2:entry
{
	self->path = arg1;
}

/* The clause reads the path when the call returns, since the kernel has brought its page in. */
syscall::open:return, syscall::creat:return, syscall::openat:return, syscall::openat2:return
/self->path/
{
	printf("%6d %7d %-16s %4d %-8s %s\n", uid, pid, execname, (int)arg0, errno, copyinstr(self->path));
	self->path = 0;
}
