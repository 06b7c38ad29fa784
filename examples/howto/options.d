#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * options.d - takes options the classic way: inlines that fold, so that disabled parts cost nothing.
 *
 * usage: options.d SHOW_PID SHOW_TIME -c COMMAND		0 or 1 each
 *
 *	24637 act 7                            options.d 1 0
 *	2026 Nov 21 19:58:58 24655 act 7       options.d 1 1
 */
#pragma D option quiet

inline int OPT_pid = $1;
inline int OPT_time = $2;

syscall::umask:entry
/pid == $target/
{
	/* The conditions are constant: the compiler leaves out the other arm with its actions. */
	OPT_time ? printf("%Y ", walltimestamp) : 1;
	OPT_pid ? printf("%d ", pid) : 1;
	printf("%s %o\n", execname, arg0);
}
