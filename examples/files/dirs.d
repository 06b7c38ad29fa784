#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dirs.d - directories in which programs open files, by number of opens.
 *
 * usage: dirs.d [-c COMMAND | -p PID]
 *
 *	cat              /etc                                          4
 *	ls               /lib/x86_64-linux-gnu                         6
 *	perl             /dev                                          6
 *	perl             /lib/x86_64-linux-gnu                         6
 *	ls               /etc                                         16
 *	cat              /usr/lib/locale/C.UTF-8                      24
 *	cat              /usr/lib/locale/C.utf8                       24
 *	ls               /usr/lib/locale/C.UTF-8                      24
 *	ls               /usr/lib/locale/C.utf8                       24
 */
#pragma D option quiet
#pragma D option confine

syscall::openat:entry
{
	self->path = arg1;
}

syscall::openat:return
/self->path && errno == 0/
{
	@[execname, dirname(copyinstr(self->path))] = count();
}

syscall::openat:return
{
	self->path = 0;
}

END
{
	printa("%-16s %-40s %@6d\n", @);
}
