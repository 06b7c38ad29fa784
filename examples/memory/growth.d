#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * growth.d - sums the memory that a command gets by mmap and brk, by the calling function.
 * Each call of brk counts as one page of 4096 bytes.
 *
 * usage: growth.d -c COMMAND
 *
 *	0x0                              mmap          67239
 *	ld-linux-x86-64.so.2`0x7f53c6c2a0c5 mmap        3792544
 *	act`main                         mmap        8192000
 */
#pragma D option quiet

syscall::mmap:entry
/pid == $target/
{
	self->size = arg1;
}

syscall::mmap:return
/self->size && errno == 0/
{
	@[ufunc(ucaller), "mmap"] = sum(self->size);
}

syscall::mmap:return
{
	self->size = 0;
}

syscall::brk:entry
/pid == $target && arg0/
{
	@[ufunc(ucaller), "brk"] = sum(4096);
}

END
{
	printa("%-32A %-6s %@12d\n", @);
}
