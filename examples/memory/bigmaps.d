#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bigmaps.d - mappings larger than a limit, and the stack that asked for each.
 *
 * usage: bigmaps.d MEGABYTES -c COMMAND
 *
 *	64 MB
 *
 *	              libc.so.6`__mmap+0x13
 *	            ? act`main+0x87
 */
#pragma D option quiet

syscall::mmap:entry
/pid == $target && arg1 >= $1 * 1048576/
{
	self->size = arg1;
}

syscall::mmap:return
/self->size && errno == 0/
{
	printf("%d MB\n", self->size / 1048576);
	ustack(2);
}

syscall::mmap:return
{
	self->size = 0;
}
