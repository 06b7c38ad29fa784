#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * filelife.d - measures how long a command keeps files open, by path.
 *
 * usage: filelife.d -c COMMAND
 *
 *	/etc/ld.so.cache: microseconds open, 1 times
 *	/lib/x86_64-linux-gnu/libc.so.6: microseconds open, 1 times
 *	b: microseconds open, 1 times
 *	a: microseconds open, 4 times
 *	/etc/ld.so.cache
 *	           value  ------------- Distribution ------------- count
 *	               4 |                                         0
 *	               8 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1
 *	              16 |                                         0
 *
 */
#pragma D option quiet

syscall::openat:entry
/pid == $target/
{
	self->path = arg1;
}

syscall::openat:return
/self->path && errno == 0/
{
	opened[arg0] = timestamp;
	path[arg0] = copyinstr(self->path);
}

syscall::openat:return
{
	self->path = 0;
}

syscall::close:entry
/pid == $target && opened[arg0]/
{
	@life[path[arg0]] = quantize((timestamp - opened[arg0]) / 1000);
	@times[path[arg0]] = count();
	opened[arg0] = 0;
	path[arg0] = 0;
}

END
{
	printa("%s: microseconds open, %@d times\n", @times);
	printa("%s %@d\n", @life);
}
