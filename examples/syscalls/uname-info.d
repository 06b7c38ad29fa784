#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * uname-info.d - programs that ask which system this is.
 *
 * usage: uname-info.d [-c COMMAND | -p PID]
 *
 *	act was told: Linux, machine x86_64
 */
#pragma D option quiet
#pragma D option confine

syscall::uname:entry
{
	self->buffer = arg0;
}

/* The answer is in the program's buffer once the call has returned: six fields of 65 bytes. */
syscall::uname:return
/self->buffer/
{
	printf("%s was told: %s, machine %s\n", execname, copyinstr(self->buffer, 65),
	    copyinstr(self->buffer + 4 * 65, 65));
	self->buffer = 0;
}
