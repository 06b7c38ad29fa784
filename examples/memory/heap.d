#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * heap.d - sums the memory that a program allocates and frees, by the whole stack of each call.
 *
 * usage: heap.d {-c COMMAND | -p PID}
 *
 *	ALLOCATED
 *	      2400 bytes in 100 blocks
 *	              libc.so.6`malloc
 *	              libstdc++.so.6`operator new(unsigned long)+0x1c
 *	              heap`fill(std::vector<long*>&)+0x36
 *	              heap`main+0x1b
 *	FREED
 *	       960 bytes in 40 blocks
 *	              libc.so.6`free
 *	              heap`drain(std::vector<long*>&)+0x28
 *	              heap`main+0x2a
 *	GROWN by 1440 bytes
 *
 * malloc(), calloc(), realloc() and their callers count, such as operator new; of memory that was allocated before tracing
 * began, nothing counts. For a program with another allocator, replace libc.so.6 by its library. leaks.d prints the blocks
 * that stay.
 */
#pragma D option quiet
#pragma D option engine=inprocess
#pragma D option dynvarsize=64m
#pragma D option aggsortrev

pid$target:libc.so.6:malloc:entry
{
	self->bytes = arg0;
}

pid$target:libc.so.6:calloc:entry
{
	self->bytes = arg0 * arg1;
}

pid$target:libc.so.6:realloc:entry
{
	self->bytes = arg1;
}

pid$target:libc.so.6:malloc:entry, pid$target:libc.so.6:calloc:entry, pid$target:libc.so.6:realloc:entry
{
	@bytes[ustack()] = sum(self->bytes);
	@blocks[ustack()] = count();
	@grown = sum(self->bytes);
}

pid$target:libc.so.6:free:entry, pid$target:libc.so.6:realloc:entry
/size[arg0]/
{
	@freed[ustack()] = sum(size[arg0]);
	@freed_blocks[ustack()] = count();
	@grown = sum(-size[arg0]);
	size[arg0] = 0;
}

/* calloc() may end by a jump to memset(block, …): its block is in a register then. */
pid$target:libc.so.6:malloc:return, pid$target:libc.so.6:realloc:return, pid$target:libc.so.6:calloc:return
/self->bytes/
{
	size[arg1 ? arg1 : uregs[R_RDI]] = self->bytes;
	self->bytes = 0;
}

END
{
	trunc(@bytes, 10);
	trunc(@freed, 10);
	printf("ALLOCATED\n");
	printa("%@10d bytes in %@d blocks%k\n", @bytes, @blocks);
	printf("FREED\n");
	printa("%@10d bytes in %@d blocks%k\n", @freed, @freed_blocks);
	printa("GROWN by %@d bytes\n", @grown);
}
