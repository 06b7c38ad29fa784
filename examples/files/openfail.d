#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * openfail.d - files that could not be opened, counted by program, error and path.
 *
 * usage: openfail.d [-c COMMAND | -p PID]
 *
 *	EXEC             WHY              PATH                              TIMES
 *	basename         no such file     /usr/lib/locale/C.UTF-8/LC_ADDRESS      1
 *	basename         no such file     /usr/lib/locale/C.UTF-8/LC_COLLATE      1
 *	basename         no such file     /usr/lib/locale/C.UTF-8/LC_CTYPE      1
 *	basename         no such file     /usr/lib/locale/C.UTF-8/LC_IDENTIFICATION      1
 *	basename         no such file     /usr/lib/locale/C.UTF-8/LC_MEASUREMENT      1
 *	basename         no such file     /usr/lib/locale/C.UTF-8/LC_MESSAGES      1
 *	basename         no such file     /usr/lib/locale/C.UTF-8/LC_MONETARY      1
 *	basename         no such file     /usr/lib/locale/C.UTF-8/LC_NAME       1
 *	basename         no such file     /usr/lib/locale/C.UTF-8/LC_NUMERIC      1
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
