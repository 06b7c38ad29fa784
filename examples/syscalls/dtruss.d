#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dtruss.d - the system calls of a command with arguments, result and error, in the manner of a tracer of calls.
 *
 * usage: dtruss.d -c COMMAND
 *
 *	brk(0x0, 0x7ffe5a0ff86c, 0x0)    = 94375726071808 Err#0
 *	mmap(0x0, 0x2000, 0x3)   = 140597471518720 Err#0
 *	access("/etc/ld.so.preload", 0x4)        = -1 Err#2
 *	openat(-100, "/etc/ld.so.cache", 0x80000)        = 3 Err#0
 *	newfstatat(3, "", 0x7ffe5a0fea50)        = 0 Err#0
 *	mmap(0x0, 0xb6a7, 0x1)   = 140597471469568 Err#0
 *	close(0x3, 0xb6a7, 0x1)  = 0 Err#0
 *	openat(-100, "/lib/x86_64-linux-gnu/libc.so.6", 0x80000)         = 3 Err#0
 *	read(0x3, 0x7ffe5a0febb8, 0x340)         = 832 Err#0
 *	pread64(0x3, 0x7ffe5a0fe7d0, 0x310)      = 784 Err#0
 */
#pragma D option quiet

syscall:::entry
/pid == $target/
{
	self->in = 1;
	self->a0 = arg0;
	self->a1 = arg1;
	self->a2 = arg2;
}

syscall::open:return, syscall::access:return, syscall::unlink:return, syscall::mkdir:return,
syscall::chdir:return, syscall::stat:return, syscall::readlink:return
/self->in/
{
	printf("%s(\"%S\", 0x%x)\t = %d Err#%d\n", probefunc, copyinstr(self->a0), self->a1,
	    (long)arg0, errno);
	self->in = 0;
}

syscall::openat:return, syscall::newfstatat:return
/self->in/
{
	printf("%s(%d, \"%S\", 0x%x)\t = %d Err#%d\n", probefunc, (int)self->a0, copyinstr(self->a1),
	    self->a2, (long)arg0, errno);
	self->in = 0;
}

syscall::write:return
/self->in && !errno/
{
	printf("%s(%d, \"%S\", %d)\t = %d\n", probefunc, (int)self->a0,
	    stringof(copyinstr(self->a1, arg0 < 31 ? arg0 + 1 : 32)), self->a2, (long)arg0);
	self->in = 0;
}

syscall:::return
/self->in/
{
	printf("%s(0x%x, 0x%x, 0x%x)\t = %d Err#%d\n", probefunc, self->a0, self->a1, self->a2,
	    (long)arg0, errno);
}

syscall:::return
/self->a0 || self->a1 || self->a2 || self->in/
{
	self->in = 0;
	self->a0 = 0;
	self->a1 = 0;
	self->a2 = 0;
}
