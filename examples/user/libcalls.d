#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libcalls.d - functions of a library that a program calls, counted: the memory functions of libc.
 *
 * usage: libcalls.d -c COMMAND
 *
 *	libc.so.6`free                     1000
 *	libc.so.6`malloc                   1000
 */
#pragma D option quiet

pid$target:libc.so.6:malloc:entry, pid$target:libc.so.6:calloc:entry, pid$target:libc.so.6:realloc:entry,
pid$target:libc.so.6:free:entry
{
	@[probemod, probefunc] = count();
}

END
{
	printa("%s`%-20s %@8d\n", @);
}
