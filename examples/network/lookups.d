#!/usr/sbin/dtrace -Zs
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lookups.d - names that programs look up, and how long the C library takes for each.
 *
 * usage: lookups.d
 *
 *	EXEC                PID      us  RESULT  NAME
 *	curl               4242   18022       0  example.org
 *	ssh                4244     320      -2  no-such-host
 */
#pragma D option quiet

BEGIN
{
	printf("%-16s %6s %7s  %6s  %s\n", "EXEC", "PID", "us", "RESULT", "NAME");
}

pid*:libc:getaddrinfo:entry
/arg0/
{
	self->name = copyinstr(arg0);
	self->since = timestamp;
}

pid*:libc:getaddrinfo:return
/self->since/
{
	printf("%-16s %6d %7d  %6d  %s\n", execname, pid, (timestamp - self->since) / 1000, (int)arg1,
	    self->name);
	self->since = 0;
	self->name = 0;
}
