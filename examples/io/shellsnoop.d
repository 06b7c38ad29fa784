#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * shellsnoop.d - what appears on a terminal: writes to descriptors 1 and 2 of a command and its children.
 *
 * usage: shellsnoop.d -c COMMAND
 *
 *	one
 *	echo(out) one
 *
 *	echo(out) two words
 */
#pragma D option quiet

syscall::write:entry
/progenyof($target) && (arg0 == 1 || arg0 == 2)/
{
	this->size = arg2 < 255 ? arg2 : 255;
	printf("%s(%s) ", execname, arg0 == 1 ? "out" : "err");
	trace(stringof(copyin(arg1, this->size)));
	printf("\n");
}
