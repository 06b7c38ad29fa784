#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * limits.d - resource limits that processes set, with the numbers from their memory.
 *
 * usage: limits.d [-c COMMAND | -p PID]
 *
 *	act limit 7: 100 of 100
 *	act limit 7: 64 of 64
 */
#pragma D option quiet
#pragma D option confine

struct limit {
	uint64_t soft;
	uint64_t hard;
};

syscall::setrlimit:entry
{
	self->which = (int)arg0;
	self->limit = arg1;
}

syscall::prlimit64:entry
/arg2/
{
	self->which = (int)arg1;
	self->limit = arg2;
}

syscall::setrlimit:return, syscall::prlimit64:return
/self->limit && errno == 0/
{
	this->limit = (struct limit *)copyin(self->limit, sizeof (struct limit));
	printf("%s limit %d: %d of %d\n", execname, self->which, this->limit->soft, this->limit->hard);
}

syscall::setrlimit:return, syscall::prlimit64:return
{
	self->limit = 0;
	self->which = 0;
}
