#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * leaks.d - memory that was allocated and not freed when the program ended, by size.
 *
 * usage: leaks.d -c COMMAND
 *
 *	      SIZE     BLOCKS
 *	       555          0
 *	       888          1
 *	       777          3
 *	in all              4
 */
#pragma D option quiet

pid$target:libc.so.6:malloc:entry
{
	self->size = arg0;
}

pid$target:libc.so.6:malloc:return
/self->size && arg1/
{
	size[arg1] = self->size;
	self->size = 0;
	@blocks = sum(1);
}

pid$target:libc.so.6:malloc:return
/size[arg1]/
{
	@held[size[arg1]] = sum(1);
}

pid$target:libc.so.6:free:entry
/size[arg0]/
{
	@held[size[arg0]] = sum(-1);
	@blocks = sum(-1);
	size[arg0] = 0;
}

END
{
	printf("%10s %10s\n", "SIZE", "BLOCKS");
	printa("%10d %@10d\n", @held);
	printa("in all     %@10d\n", @blocks);
}
