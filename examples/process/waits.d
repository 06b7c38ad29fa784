#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * waits.d - how long parents wait for their children.
 *
 * usage: waits.d [-c COMMAND | -p PID]
 *
 *	PARENT              WAITS   AVERAGE us   SLOWEST us
 *	dtrace                  1           24           24
 *	patient                 6           95          180
 */
#pragma D option quiet
#pragma D option confine

syscall::wait4:entry, syscall::waitid:entry
{
	self->since = timestamp;
}

syscall::wait4:return, syscall::waitid:return
/self->since && (int)arg0 >= 0/
{
	@n[execname] = count();
	@slowest[execname] = max(timestamp - self->since);
	@average[execname] = avg(timestamp - self->since);
}

syscall::wait4:return, syscall::waitid:return
{
	self->since = 0;
}

END
{
	normalize(@slowest, 1000);
	normalize(@average, 1000);
	printf("%-16s %8s %12s %12s\n", "PARENT", "WAITS", "AVERAGE us", "SLOWEST us");
	printa("%-16s %@8d %@12d %@12d\n", @n, @average, @slowest);
}
