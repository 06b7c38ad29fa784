#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * errors.d - failing system calls as they happen, with the program's arguments.
 *
 * usage: errors.d [-c COMMAND | -p PID]
 *
 *	act read:1*2 setgid:-1 access(0x7f328e1d42a0): error 2
 *	act read 1 2 setgid:-1 read(0xffffffff): error 9
 *	act read 1 2 setgid:-1 read(0xffffffff): error 9
 *	act read 1 2 setgid -1 setgid(0xffffffff): error 22
 */
#pragma D option quiet
#pragma D option confine

syscall:::entry
{
	self->first = arg0;
}

syscall:::return
/errno && errno != EAGAIN/
{
	printf("%s %s(0x%x): error %d\n", curpsinfo->pr_psargs, probefunc, self->first, errno);
}

syscall:::return
{
	self->first = 0;
}
