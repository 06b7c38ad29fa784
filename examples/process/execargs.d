#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * execargs.d - the arguments of programs as the caller hands them to execve, word by word.
 *
 * usage: execargs.d [-c COMMAND | -p PID]
 *
 *	two executes /bin/true: one
 *	two executes /bin/sleep: 0 0
 */
#pragma D option quiet
#pragma D option confine

syscall::execve:entry
{
	self->argv = arg1;
	printf("%s executes %s:", execname, copyinstr(arg0));
}

/* User memory is read a pointer at a time; a null pointer ends the list. */
syscall::execve:entry
{
	this->word = *(uint64_t *)copyin(self->argv + 8, 8);
}

syscall::execve:entry
/this->word/
{
	printf(" %s", copyinstr(this->word));
	this->word = *(uint64_t *)copyin(self->argv + 16, 8);
}

syscall::execve:entry
/this->word/
{
	printf(" %s", copyinstr(this->word));
}

syscall::execve:entry
{
	printf("\n");
	self->argv = 0;
}
