#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * openfail.d - counts files that programs fail to open, by program, error and path.
 *
 * usage: openfail.d [-c COMMAND | -p PID]
 *
 *	EXEC             WHY              PATH                              TIMES
 *	cat              no such file     missing                               1
 *	ls               no permission    /root/secret                          2
 */
#pragma D option quiet
#pragma D option confine

syscall::openat:entry
{
	self->path = arg1;
}

syscall::openat:return
/self->path && errno/
{
	@failed[execname, errno == ENOENT ? "no such file" : errno == EACCES ? "no permission" :
	    errno == ENOTDIR ? "not a directory" : errno == ELOOP ? "too many links" : "other",
	    copyinstr(self->path)] = count();
}

syscall::openat:return
{
	self->path = 0;
}

END
{
	printf("%-16s %-16s %-32s %6s\n", "EXEC", "WHY", "PATH", "TIMES");
	printa("%-16s %-16s %-32s %@6d\n", @failed);
}
