#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * badfd.d - calls on descriptors that are not open: EBADF is nearly always a bug.
 *
 * usage: badfd.d [-c COMMAND | -p PID]
 *
 *	EXEC             CALL                 FD  TIMES
 *	act              fsync                -1      1
 *	act              write                -1      2
 *	act              read                 -1      4
 */
#pragma D option quiet
#pragma D option confine

syscall:::entry
{
	self->fd = (int)arg0;
}

syscall:::return
/errno == EBADF/
{
	@[execname, probefunc, self->fd] = count();
}

syscall:::return
{
	self->fd = 0;
}

END
{
	printf("%-16s %-16s %6s %6s\n", "EXEC", "CALL", "FD", "TIMES");
	printa("%-16s %-16s %6d %@6d\n", @);
}
