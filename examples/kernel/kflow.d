#!/usr/sbin/dtrace -Fs
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kflow.d - prints the kernel functions inside a system call, indented, with their results.
 *
 * usage: kflow.d CALL FUNCTIONS -c COMMAND		a name or a pattern, the fewer the faster
 *
 *	CPU FUNCTION
 *	  1  => mkdir
 *	  1    -> vfs_mkdir
 *	  1      -> shmem_mkdir
 *	  1      <- shmem_mkdir                               0
 *	  1    <- vfs_mkdir                                   0
 *	  1  <= mkdir                                         0
 */
syscall::$1:entry
/pid == $target/
{
	self->in = 1;
}

syscall::$1:entry, fbt::$2:entry
/self->in/
{}

fbt::$2:return
/self->in/
{
	trace((int)arg1);
}

syscall::$1:return
/self->in/
{
	self->in = 0;
	trace((int)arg1);
}
