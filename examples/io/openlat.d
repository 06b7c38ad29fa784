#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * openlat.d - how long opening a file takes, in a histogram of steps of the same ratio.
 *
 * usage: openlat.d [-c COMMAND | -p PID]
 *
 *	  awk                                                 nanoseconds
 *	           value  ------------- Distribution ------------- count
 *	            2000 |                                         0
 *	            3000 |@@@@@@@@@@@@@                            1
 *	            4000 |@@@@@@@@@@@@@                            1
 *	            5000 |                                         0
 *	            6000 |@@@@@@@@@@@@@                            1
 *	            7000 |                                         0
 *
 *	  act                                                 nanoseconds
 */
#pragma D option quiet
#pragma D option confine

syscall::openat:entry
{
	self->since = timestamp;
}

syscall::openat:return
/self->since/
{
	@[execname, "nanoseconds"] = llquantize(timestamp - self->since, 10, 2, 8, 10);
	self->since = 0;
}
