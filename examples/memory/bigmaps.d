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
	printf("%d MB\n", arg1 / 1048576);
	ustack(2);
}
