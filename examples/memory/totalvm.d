#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * totalvm.d - the address space of a command as it grows: a line for every doubling.
 *
 * usage: totalvm.d -c COMMAND
 *
 *	brk: more than 0 pages
 *	mmap: more than 256 pages
 *	mmap: more than 512 pages
 *	mmap: more than 1024 pages
 *	mmap: more than 2048 pages
 *	mmap: more than 4096 pages
 *	mmap: more than 8192 pages
 */
#pragma D option quiet

BEGIN
{
	limit = 0;
}

syscall::mmap:return, syscall::brk:return
/pid == $target/
{
	this->pages = curthread->mm->total_vm;
}

syscall::mmap:return, syscall::brk:return
/pid == $target && this->pages > limit/
{
	printf("%s: more than %d pages\n", probefunc, limit);
	limit = limit ? limit * 2 : 256;
}
