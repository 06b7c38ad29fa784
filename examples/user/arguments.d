#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * arguments.d - arguments and results of a function.
 *
 * usage: arguments.d FUNCTION -c COMMAND
 *
 *	middle(1) = 5
 *	middle(20) = 43
 *	middle(-3) = -3
 */
#pragma D option quiet

pid$target:a.out:$1:entry
{
	self->arg = arg0;
	self->in = 1;
}

pid$target:a.out:$1:return
/self->in/
{
	printf("%s(%d) = %d\n", probefunc, self->arg, arg1);
	self->in = 0;
	self->arg = 0;
}
