#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * exitsnoop.d - how processes end: exit status or signal, and how long they ran.
 *
 * usage: exitsnoop.d [-c COMMAND | -p PID]
 *
 *	    PID EXEC             STATUS SIGNAL     AGE ms
 *	  10844 tr                    0      0         31
 *	  10845 sed                   0      0         32
 *	  10860 b.d                   0      0         11
 *	  10861 cat                   0      0          2
 *	  10859 parent                0      0         26
 *	  10863 parent                3      0          0
 *	  10864 parent                0      9          0
 *	  10865 parent                0     15          0
 *	  10855 parent                0      0         40
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
