#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * writesnoop.d - what a command writes, as text with escapes.
 *
 * usage: writesnoop.d -c COMMAND
 *
 *	  3     5 hello
 *	  3     3 a\\b
 *	  3     8 good-bye
 */
#pragma D option quiet
#pragma D option strsize=64

syscall::write:entry
/pid == $target/
{
	self->text = arg1;
	self->fd = (int)arg0;
}

syscall::write:return
/self->text && (long)arg0 > 0/
{
	printf("%3d %5d %S\n", self->fd, (int)arg0,
	    stringof(copyinstr(self->text, arg0 < 63 ? arg0 + 1 : 64)));
}

syscall::write:return
{
	self->text = 0;
	self->fd = 0;
}
