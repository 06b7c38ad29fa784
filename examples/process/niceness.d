#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * niceness.d - who changes priorities, and how.
 *
 * usage: niceness.d [-c COMMAND | -p PID]
 *
 *	act              setpriority process 0 to 5
 *	act              setpriority process 0 to 10
 */
#pragma D option quiet
#pragma D option confine

syscall::setpriority:entry
{
	self->kind = arg0 == 0 ? "process" : arg0 == 1 ? "group" : "user";
	self->whose = (int)arg1;
	self->nice = (int)arg2;
}

syscall::setpriority:return
/self->kind != NULL && errno == 0/
{
	printf("%-16s setpriority %s %d to %d\n", execname, self->kind, self->whose, self->nice);
}

syscall::setpriority:return
{
	self->kind = NULL;
	self->whose = 0;
	self->nice = 0;
}
