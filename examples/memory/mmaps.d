#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mmaps.d - memory that a command maps: size, protection, what for.
 *
 * usage: mmaps.d -c COMMAND
 *
 *	      8192 rw- anonymous
 *	     46759 r-- of a file
 *	   1974096 r-- of a file
 *	   1400832 r-x of a file
 *	    339968 r-- of a file
 *	     24576 rw- of a file
 *	     53072 rw- anonymous
 *	     12288 rw- anonymous
 *	    315392 rw- anonymous
 *	   2048000 rw- anonymous
 */
#pragma D option quiet

inline int PROT_WRITE = 2;
inline int PROT_EXEC = 4;
inline int MAP_ANONYMOUS = 0x20;

syscall::mmap:entry
/pid == $target/
{
	self->size = arg1;
	self->may = arg2;
	self->flags = arg3;
}

syscall::mmap:return
/self->size && errno == 0/
{
	printf("%10d r%s%s %s\n", self->size, self->may & PROT_WRITE ? "w" : "-", self->may & PROT_EXEC ? "x" : "-",
	    self->flags & MAP_ANONYMOUS ? "anonymous" : "of a file");
}

syscall::mmap:return
{
	self->size = 0;
	self->may = 0;
	self->flags = 0;
}
