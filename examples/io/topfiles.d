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
 *
 * It counts bytes of system calls, also those that copy files, but not of mapped memory and io_uring.
 */
#pragma D option quiet
#pragma D option confine
#pragma D option defaultargs

inline int ROWS = $1 ? $1 : 10;

fsinfo:::read, fsinfo:::write
/args[0]->fi_fs != "pipefs" && args[0]->fi_fs != "sockfs" && args[1] > 0/
{
	@[args[0]->fi_pathname] = sum(args[1]);
}

END
{
	trunc(@, ROWS);
	printa("%@12d %s\n", @);
}
