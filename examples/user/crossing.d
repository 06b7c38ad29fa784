#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * crossing.d - counts the system calls that happen inside a function of a program.
 *
 * usage: crossing.d FUNCTION -c COMMAND
 *
 *	wait4                       4
 */
#pragma D option quiet

pid$target:a.out:$1:entry
{
	self->inside = 1;
}

syscall:::entry
/self->inside/
{
	@[probefunc] = count();
}

pid$target:a.out:$1:return
{
	self->inside = 0;
}

END
{
	printa("%-20s %@8d\n", @);
}
