#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ancestors.d - what a command and everything it starts does: system calls by generation.
 *
 * usage: ancestors.d -c COMMAND
 *
 *	the command itself   getdents64                  2
 *	the command itself   geteuid                     2
 *	the command itself   pread64                     2
 *	the command itself   rt_sigprocmask              2
 *	the command itself   wait4                       2
 *	what it started      close                       2
 *	what it started      newfstatat                  2
 *	what it started      openat                      2
 *	what it started      pread64                     2
 *	the command itself   brk                         3
 */
#pragma D option quiet

syscall:::entry
/pid == $target/
{
	@calls["the command itself", probefunc] = count();
}

syscall:::entry
/pid != $target && progenyof($target)/
{
	@calls["what it started", probefunc] = count();
}

END
{
	trunc(@calls, 20);
	printa("%-20s %-20s %@8d\n", @calls);
}
