#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * creatbyproc.d - files that programs create: open with O_CREAT, or creat.
 *
 * usage: creatbyproc.d [-c COMMAND | -p PID]
 *
 *	act              first
 *	act              second
 */
#pragma D option quiet
#pragma D option confine

syscall::creat:entry
{
	self->path = arg0;
}

syscall::openat:entry
/arg2 & O_CREAT/
{
	self->path = arg1;
}

syscall::creat:return, syscall::openat:return
/self->path && errno == 0/
{
	printf("%-16s %s\n", execname, copyinstr(self->path));
}

syscall::creat:return, syscall::openat:return
{
	self->path = 0;
}
