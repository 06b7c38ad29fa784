#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kills.d - prints every signal sent by kill, tkill and tgkill: sender, receiver, signal and error.
 * Signal 0, which only tests whether a process exists, is omitted.
 *
 * usage: kills.d [-c COMMAND | -p PID]
 *
 *	FROM                 PID ->     PID SIGNAL       ERROR
 *	sender             10978 ->   10978 SIGUSR1      -
 *	sender             10978 ->   10978 SIGUSR2      -
 *	sender             10978 -> 4194305 SIGTERM      ESRCH
 */
#pragma D option quiet
#pragma D option confine

BEGIN
{
	printf("%-16s %7s -> %7s %-12s %s\n", "FROM", "PID", "PID", "SIGNAL", "ERROR");
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
/self->sending && self->sig/
{
	printf("%-16s %7d -> %7d %-12s ", execname, pid, self->to, (signal_t)self->sig);
	if (errno)
		printf("%s\n", errno);
	else
		printf("-\n");
}

syscall::*kill:return
/self->sending/
{
	self->sending = 0;
	self->to = 0;
	self->sig = 0;
}
