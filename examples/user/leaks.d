#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * leaks.d - prints memory that was not freed when the program ended, by size and caller.
 *
 * usage: leaks.d -c COMMAND
 *
 *	     BYTES     BLOCKS       SIZE CALLER
 *	      2331          3        777 act`do_leak+0x1f
 *	       888          1        888 act`do_leak+0x1f
 *	         0          0        555 act`do_malloc+0x1f
 *
 * malloc(), calloc(), realloc() and their callers count, aligned_alloc() and posix_memalign() do not.
 * Callers with 0 blocks freed all memory. If the caller is a function of a library (strdup,
 * operator new), ustack() shows its callers: pid$target::malloc:entry { @[ustack()] = count(); }
 */
#pragma D option quiet
#pragma D option aggsortrev

pid$target:libc.so.6:malloc:entry
/!self->size/
{
	self->size = arg0;
	self->caller = ucaller;
}

pid$target:libc.so.6:calloc:entry
/!self->size/
{
	self->size = arg0 * arg1;
	self->caller = ucaller;
}

pid$target:libc.so.6:realloc:entry
/!self->size/
{
	self->old = arg0;
	self->size = arg1;
	self->caller = ucaller;
}

/* The block that realloc() replaces or frees. */
pid$target:libc.so.6:realloc:return
/size[self->old] && (arg1 || !self->size)/
{
	@bytes[size[self->old], uaddr(from[self->old])] = sum(-size[self->old]);
	@blocks[size[self->old], uaddr(from[self->old])] = sum(-1);
	size[self->old] = 0;
	from[self->old] = 0;
}

pid$target:libc.so.6:malloc:return, pid$target:libc.so.6:calloc:return, pid$target:libc.so.6:realloc:return
/self->size/
{
	self->block = arg1;
}

/* calloc() may end by a jump to memset(block, 0, bytes). The value of such a return is 0. */
pid$target:libc.so.6:calloc:return
/self->size && !arg1 && !uregs[R_RSI] && uregs[R_RDX] >= self->size/
{
	self->block = uregs[R_RDI];
}

pid$target:libc.so.6:malloc:return, pid$target:libc.so.6:calloc:return, pid$target:libc.so.6:realloc:return
/self->block/
{
	size[self->block] = self->size;
	from[self->block] = self->caller;
	@bytes[self->size, uaddr(self->caller)] = sum(self->size);
	@blocks[self->size, uaddr(self->caller)] = sum(1);
}

pid$target:libc.so.6:malloc:return, pid$target:libc.so.6:calloc:return, pid$target:libc.so.6:realloc:return
{
	self->size = 0;
	self->block = 0;
	self->caller = 0;
	self->old = 0;
}

pid$target:libc.so.6:free:entry
/size[arg0]/
{
	@bytes[size[arg0], uaddr(from[arg0])] = sum(-size[arg0]);
	@blocks[size[arg0], uaddr(from[arg0])] = sum(-1);
	size[arg0] = 0;
	from[arg0] = 0;
}

END
{
	printf("%10s %10s %10s %s\n", "BYTES", "BLOCKS", "SIZE", "CALLER");
	trunc(@bytes, 30);
	printa("%@10d %@10d %10d %A\n", @bytes, @blocks);
}
