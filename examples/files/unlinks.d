#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * unlinks.d - files that are removed, by whom.
 *
 * usage: unlinks.d [-c COMMAND | -p PID]
 *
 *	python3[26172] removed /tmp/tmpxx2d_0t7.d
 *	act[26561] removed doomed
 *	act[26561] failed to remove doomed
 */
#pragma D option quiet
#pragma D option confine

syscall::unlink:entry
{
	self->path = arg0;
}

syscall::unlinkat:entry
{
	self->path = arg1;
}

syscall::unlink:return, syscall::unlinkat:return
/self->path/
{
	printf("%s[%d] %s %s\n", execname, pid, errno ? "failed to remove" : "removed",
	    copyinstr(self->path));
	self->path = 0;
}
