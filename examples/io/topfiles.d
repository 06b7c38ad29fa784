#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * topfiles.d - prints the files with most bytes read and written.
 *
 * usage: topfiles.d [ROWS] [-c COMMAND | -p PID]		10
 *
 *	      262081 /usr/include/linux/bpf.h
 *	      294645 /tmp/cctazH7u.s
 *	    30000512 /tmp/tmpkzznuda9/big
 */
#pragma D option quiet
#pragma D option confine
#pragma D option defaultargs

inline int ROWS = $1 ? $1 : 10;

syscall::read:entry, syscall::write:entry, syscall::pread64:entry, syscall::pwrite64:entry
/fds[arg0].fi_fs != "pipefs" && fds[arg0].fi_fs != "sockfs"/
{
	self->name = fds[arg0].fi_pathname;
}

syscall::read:return, syscall::write:return, syscall::pread64:return, syscall::pwrite64:return
/self->name != NULL/
{
	@[self->name] = sum(errno ? 0 : arg0);
	self->name = NULL;
}

END
{
	trunc(@, ROWS);
	printa("%@12d %s\n", @);
}
