#!/usr/sbin/dtrace -Zs
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lookups.d - prints the names that programs look up through the C library, with result and latency.
 * dns.d shows the packets.
 *
 * usage: lookups.d [-c COMMAND | -p PID]
 *
 *	EXEC                PID      us  RESULT  NAME
 *	curl               4242   18022       0  example.org
 *	ssh                4244     320      -2  no-such-host
 */
#pragma D option quiet
#pragma D option confine

BEGIN
{
	printf("%-16s %6s %7s  %6s  %s\n", "EXEC", "PID", "us", "RESULT", "NAME");
}

/* The functions call each other. Only the outermost call counts. */
pid*:libc:getaddrinfo:entry, pid*:libc:gethostbyname*:entry
/arg0 && !self->since/
{
	self->name = copyinstr(arg0);
	self->call = probefunc;
	self->since = timestamp;
}

/* gethostbyname() and gethostbyname2() return a pointer or NULL, the others 0 or an error. */
pid*:libc:getaddrinfo:return, pid*:libc:gethostbyname*:return
/self->since && self->call == probefunc/
{
	this->result = probefunc == "gethostbyname" || probefunc == "gethostbyname2" ? arg1 ? 0 : -1 : (int)arg1;
	printf("%-16s %6d %7d  %6d  %s\n", execname, pid, (timestamp - self->since) / 1000, this->result,
	    self->name);
	self->since = 0;
	self->call = 0;
	self->name = 0;
}
