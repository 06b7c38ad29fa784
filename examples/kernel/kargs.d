#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kargs.d - prints each call of a kernel function: four arguments in hexadecimal and the result.
 *
 * usage: kargs.d FUNCTION -c COMMAND		dtrace -lvvn fbt::FUNCTION: shows the arguments
 *
 *	vfs_write(ffff888005863d80, 7f3baa693000, e2, 0) = 226
 */
#pragma D option quiet

fbt::$1:entry
/pid == $target/
{
	self->called = 1;
	self->a = arg0;
	self->b = arg1;
	self->c = arg2;
	self->d = arg3;
}

fbt::$1:return
/self->called/
{
	printf("%s(%x, %x, %x, %x) = %d\n", probefunc, self->a, self->b, self->c, self->d, (int)arg1);
	self->called = 0;
	self->a = 0;
	self->b = 0;
	self->c = 0;
	self->d = 0;
}
