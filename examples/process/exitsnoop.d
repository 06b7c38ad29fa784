#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * exitsnoop.d - prints every exit of a process: status, signal and age.
 *
 * usage: exitsnoop.d [-c COMMAND | -p PID]
 *
 *	    PID EXEC             STATUS     AGE ms SIGNAL
 *	  10861 cat                   0          2 -
 *	  10863 parent                3          0 -
 *	  10864 parent                0          0 SIGKILL
 */
#pragma D option quiet
#pragma D option confine

BEGIN
{
	printf("%7s %-16s %6s %10s %s\n", "PID", "EXEC", "STATUS", "AGE ms", "SIGNAL");
}

proc:::exit
{
	this->signal = curthread->exit_code & 0x7f;
	printf("%7d %-16s %6d %10d ", pid, execname, (curthread->exit_code >> 8) & 0xff,
	    (timestamp - curthread->group_leader->start_time) / 1000000);
	if (this->signal)
		printf("%s\n", (signal_t)this->signal);
	else
		printf("-\n");
}
