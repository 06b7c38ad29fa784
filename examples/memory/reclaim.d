#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * reclaim.d - measures how long programs wait while the kernel reclaims memory for them.
 *
 * usage: reclaim.d [SECONDS] [-c COMMAND | -p PID]		until ^C
 *
 *	0 waits for memory
 */
#pragma D option quiet
#pragma D option confine
#pragma D option defaultargs

sdt:vmscan::mm_vmscan_direct_reclaim_begin
{
	self->since = timestamp;
}

sdt:vmscan::mm_vmscan_direct_reclaim_end
/self->since/
{
	@[execname] = quantize((timestamp - self->since) / 1000);
	waits++;
	self->since = 0;
}

tick-1s
/++seconds == $1/
{
	exit(0);
}

END
{
	printf("%d waits for memory\n", waits);
	printa(@);
}
