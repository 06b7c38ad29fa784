#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kills.d - prints every signal sent by kill, tkill and tgkill: sender, receiver, signal and result.
 * RESULT is 0 for success, otherwise the negative error: -3 (ESRCH, no such process), -1 (EPERM, not
 * permitted) or -22 (EINVAL, no such signal).
 *
 * usage: kills.d [-c COMMAND | -p PID]
 *
 *	FROM                 PID ->     PID  SIG RESULT
 *	sender             10978 ->   10978   10 0
 *	sender             10978 ->   10978   12 0
 *	sender             10978 -> 4194305    0 -3
 */
#pragma D option quiet
#pragma D option confine

BEGIN
{
	printf("%-16s %7s -> %7s %4s %s\n", "FROM", "PID", "PID", "SIG", "RESULT");
}

syscall::kill:entry, syscall::tkill:entry
{
	self->to = (int)arg0;
	self->sig = (int)arg1;
	self->sending = 1;
}

syscall::tgkill:entry
{
	self->to = (int)arg1;
	self->sig = (int)arg2;
	self->sending = 1;
}

syscall::*kill:return
/self->sending/
{
	printf("%-16s %7d -> %7d %4d %d\n", execname, pid, self->to, self->sig, errno ? -errno : 0);
	self->sending = 0;
	self->to = 0;
	self->sig = 0;
}
