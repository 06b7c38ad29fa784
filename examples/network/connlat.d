#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * connlat.d - how long connect takes, by program.
 *
 * usage: connlat.d [-c COMMAND | -p PID]
 *
 *	dialer, connected (microseconds)
 *	           value  ------------- Distribution ------------- count
 *	              32 |                                         0
 *	              64 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 2
 *	             128 |                                         0
 *
 *	dialer, failed (microseconds)
 *	           value  ------------- Distribution ------------- count
 *	               8 |                                         0
 *	              16 |@@@@@@@@@@@@@                            1
 */
#pragma D option quiet
#pragma D option confine

syscall::connect:entry
{
	self->since = timestamp;
}

syscall::connect:return
/self->since/
{
	@[execname, errno == EINPROGRESS ? "under way" : errno ? "failed" : "connected"] = quantize((timestamp - self->since) / 1000);
	self->since = 0;
}

END
{
	printa("%s, %s (microseconds)%@d\n", @);
}
