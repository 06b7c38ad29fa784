#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * shellsnoop.d - prints what a command and its children write to descriptors 1 and 2.
 *
 * usage: shellsnoop.d -c COMMAND
 *
 *	echo(out) one
 *	echo(err) two words
 */
#pragma D option quiet

syscall::write:entry
/progenyof($target) && (arg0 == 1 || arg0 == 2)/
{
	self->text = arg1;
	self->fd = (int)arg0;
}

/* The result is the number of bytes written, which may be less than requested. */
syscall::write:return
/self->text && (long)arg0 > 0/
{
	this->size = arg0 < 255 ? arg0 : 255;
	printf("%s(%s) ", execname, self->fd == 1 ? "out" : "err");
	trace(stringof(copyin(self->text, this->size)));
	printf("\n");
}

syscall::write:return
{
	self->text = 0;
	self->fd = 0;
}
