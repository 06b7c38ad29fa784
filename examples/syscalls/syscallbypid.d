#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * syscallbypid.d - system calls by process.
 *
 * usage: syscallbypid.d [-c COMMAND | -p PID]
 *
 *	    PID EXEC             SYSCALL                 COUNT
 *	   5034 memfd:sealed-91  futex                       1
 *	   5060 memfd:sealed-91  futex                       1
 *	  16861 ninja            clone3                      1
 *	  16861 ninja            mmap                        1
 *	  16861 ninja            munmap                      1
 *	  16861 ninja            openat                      1
 *	  16861 ninja            pipe2                       1
 *	  16861 ninja            ppoll                       1
 *	  16861 ninja            rt_sigpending               1
 */
#pragma D option quiet
#pragma D option confine

syscall:::entry
{
	@[pid, execname, probefunc] = count();
}

END
{
	printf("%7s %-16s %-20s %8s\n", "PID", "EXEC", "SYSCALL", "COUNT");
	printa("%7d %-16s %-20s %@8d\n", @);
}
