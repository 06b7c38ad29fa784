#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * compat.d - calls of 32-bit programs, by program: they have their own module.
 *
 * usage: compat.d [-c COMMAND | -p PID]
 *
 *	act32.32         access                      1
 *	act32.32         brk                         1
 *	act32.32         exit_group                  1
 *	act32.32         munmap                      1
 *	act32.32         read                        1
 *	act32.32         rseq                        1
 *	act32.32         set_robust_list             1
 *	act32.32         set_thread_area             1
 *	act32.32         set_tid_address             1
 *	act32.32         ugetrlimit                  1
 */
#pragma D option quiet
#pragma D option confine

syscall:x32::entry
{
	@[execname, probefunc] = count();
	@all[probemod] = count();
}

syscall:x64::entry
{
	@all[probemod] = count();
}

END
{
	printa("%-16s %-20s %@8d\n", @);
	printa("calls through %s: %@d\n", @all);
}
