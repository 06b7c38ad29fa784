#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * descent.d - prints each new program with its ancestors, at most three.
 *
 * usage: descent.d [-c COMMAND | -p PID]
 *
 *	act < leaf < dtrace < wrap
 *	true < grandmother < leaf < dtrace
 *	cc < sh < ninja < land
 *	cc1 < cc < sh < ninja
 */
#pragma D option quiet
#pragma D option confine

sdt:sched::sched_process_exec
{
	this->t = curthread->real_parent;
	printf("%s", execname);
	printf(" < %s", stringof(this->t->comm));
	this->t = this->t->real_parent;
}

sdt:sched::sched_process_exec
/this->t->pid/
{
	printf(" < %s", stringof(this->t->comm));
	this->t = this->t->real_parent;
}

sdt:sched::sched_process_exec
/this->t->pid/
{
	printf(" < %s", stringof(this->t->comm));
}

sdt:sched::sched_process_exec
{
	printf("\n");
}
