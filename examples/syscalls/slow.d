#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * slow.d - system calls that take longer than a limit, with the caller.
 *
 * usage: slow.d MICROSECONDS [-c COMMAND | -p PID]
 *
 *	sleepy             17417 clock_nanosleep          2088 us
 *	dtrace             17412 epoll_wait               2083 us
 *	qemu-system-x86    17035 ppoll                    3151 us
 *	dtrace             17412 ppoll                    2085 us
 *	sleepy             17417 clock_nanosleep          3078 us
 */
#pragma D option quiet
#pragma D option confine

syscall:::entry
{
	self->since = timestamp;
}

syscall:::return
/self->since && timestamp - self->since > $1 * 1000/
{
	printf("%-16s %7d %-20s %8d us\n", execname, pid, probefunc, (timestamp - self->since) / 1000);
}

syscall:::return
{
	self->since = 0;
}
