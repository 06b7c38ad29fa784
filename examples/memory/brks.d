#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * brks.d - growth of the heap by brk: old end, new end, difference.
 *
 * usage: brks.d -c COMMAND
 *
 *	+64 KB
 *	-4 KB
 */
#pragma D option quiet

syscall::brk:entry
/pid == $target && arg0/
{
	self->to = arg0;
}

syscall::brk:return
/pid == $target/
{
	if (self->to)
		printf("%+d KB%s\n", ((int64_t)self->to - (int64_t)self->end) / 1024,
		    arg0 == self->to ? "" : " (refused)");
	self->end = arg0;
	self->to = 0;
}
