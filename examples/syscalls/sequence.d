#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * sequence.d - counts pairs of successive system calls of a command.
 *
 * usage: sequence.d -c COMMAND
 *
 *	           prlimit64 then munmap                    1
 *	                read then pread64                   1
 *	                rseq then mprotect                  1
 *	     set_robust_list then rseq                      1
 *	     set_tid_address then set_robust_list           1
 *	               umask then getppid                   1
 *	                mmap then close                     2
 *	            mprotect then mprotect                  2
 *	                mmap then mmap                      4
 *	             getppid then getppid                  23
 */
#pragma D option quiet

syscall:::entry
/pid == $target && self->last != NULL/
{
	@[self->last, probefunc] = count();
}

syscall:::entry
/pid == $target/
{
	self->last = probefunc;
}

END
{
	trunc(@, 10);
	printa("%20s then %-20s %@6d\n", @);
}
