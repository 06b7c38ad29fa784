#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * tracemem.d - memory as bytes: what a program hands to write, in hexadecimal.
 *
 * usage: tracemem.d -c COMMAND
 *
 *	             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
 *	         0: 53 69 78 74 65 65 6e 2d 62 79 74 65 73 2d 6f 66  Sixteen-bytes-of
 */
#pragma D option quiet

syscall::write:entry
/pid == $target && arg2 >= 16/
{
	tracemem(copyin(arg1, 16), 16);
}
