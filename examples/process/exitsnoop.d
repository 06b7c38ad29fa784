#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * exitsnoop.d - prints every exit of a process: status, signal and age.
 *
 * usage: exitsnoop.d [-c COMMAND | -p PID]
 *
 *	    PID EXEC             STATUS SIGNAL     AGE ms
 *	  10861 cat                   0      0          2
 *	  10863 parent                3      0          0
 *	  10864 parent                0      9          0
 */
#pragma D option quiet
#pragma D option confine

BEGIN
{
	printf("%7s %-16s %6s %6s %10s\n", "PID", "EXEC", "STATUS", "SIGNAL", "AGE ms");
}

sdt:sched::sched_process_exit
/pid == tid/
{
	printf("%7d %-16s %6d %6d %10d\n", pid, execname, (curthread->exit_code >> 8) & 0xff,
	    curthread->exit_code & 0x7f, (timestamp - curthread->start_time) / 1000000);
}
