#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * latency.d - latency of one system call by program, as a histogram.
 *
 * usage: latency.d SYSCALL [-c COMMAND | -p PID]
 *
 *	getppid, nanoseconds
 *
 *	  act
 *	           value  ------------- Distribution ------------- count
 *	              64 |                                         0
 *	             128 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@  62
 *	             256 |@                                        1
 *	             512 |                                         0
 *	            1024 |                                         0
 *	            2048 |                                         0
 */
#pragma D option quiet
#pragma D option confine

syscall::$1:entry
{
	self->since = timestamp;
}

syscall::$1:return
/self->since/
{
	@[execname] = quantize(timestamp - self->since);
	self->since = 0;
}

END
{
	printf("%s, nanoseconds\n", $$1);
	printa(@);
}
