#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * options.d - a script with options, the classic way: inlines that fold, so that what is not asked for costs nothing.
 *
 * usage: options.d SHOW_PID SHOW_TIME		0 or 1 each
 *
 *	act 7
 *
 *	24637 act 7
 *
 *	2026 Nov 21 19:58:58 act 7
 *
 *	2026 Nov 21 19:58:58 24655 act 7
 */
#pragma D option quiet

inline int OPT_pid = $1;
inline int OPT_time = $2;

syscall::umask:entry
/pid == $target/
{
	/* Constant conditions: the compiler leaves out the other arm, actions included. */
	OPT_time ? printf("%Y ", walltimestamp) : 1;
	OPT_pid ? printf("%d ", pid) : 1;
	printf("%s %o\n", execname, arg0);
}
