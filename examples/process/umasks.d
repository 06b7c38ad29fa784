#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * umasks.d - file creation masks that processes set, in octal, with the one before.
 *
 * usage: umasks.d [-c COMMAND | -p PID]
 *
 *	act: 022, before that 022
 *	act: 077, before that 022
 *	act: 0, before that 077
 */
#pragma D option quiet
#pragma D option confine

syscall::umask:entry
{
	self->new = (int)arg0;
	self->set = 1;
}

syscall::umask:return
/self->set/
{
	printf("%s: %#o, before that %#o\n", execname, self->new, (int)arg0);
	self->set = 0;
	self->new = 0;
}
