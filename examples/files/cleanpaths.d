#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cleanpaths.d - paths that programs write in a roundabout way, and what they come to.
 *
 * usage: cleanpaths.d [-c COMMAND | -p PID]
 *
 *	act          /usr/./lib/../share//doc             /usr/share/doc
 *	act          /a/../b                              /b
 */
#pragma D option quiet
#pragma D option confine

syscall::openat:entry
{
	self->path = arg1;
}

syscall::openat:return
/self->path/
{
	this->asked = copyinstr(self->path);
	this->clean = cleanpath(this->asked);
	self->path = 0;
}

syscall::openat:return
/this->asked != this->clean/
{
	printf("%-12s %-36s %s\n", execname, this->asked, this->clean);
}
