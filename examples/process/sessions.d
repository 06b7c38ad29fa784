#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * sessions.d - sessions and groups: who becomes a leader.
 *
 * usage: sessions.d [-c COMMAND | -p PID]
 *
 *	setsid leads session 20379 now, child of 20375
 */
#pragma D option quiet
#pragma D option confine

syscall::setsid:return
/errno == 0/
{
	printf("%s leads session %d now, child of %d\n", execname, (int)arg0, ppid);
}
