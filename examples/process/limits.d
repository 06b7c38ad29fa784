#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * limits.d - resource limits that processes set, with the numbers from their memory.
 *
 * usage: limits.d
 *
 *	act limit 7: 100 of 100
 *	act limit 7: 64 of 64
 */
#pragma D option quiet

struct limit {
	uint64_t soft;
	uint64_t hard;
};

syscall::setrlimit:entry
{
	this->limit = (struct limit *)copyin(arg1, sizeof (struct limit));
	printf("%s limit %d: %d of %d\n", execname, (int)arg0, this->limit->soft, this->limit->hard);
}

syscall::prlimit64:entry
/arg2/
{
	this->limit = (struct limit *)copyin(arg2, sizeof (struct limit));
	printf("%s limit %d: %d of %d\n", execname, (int)arg1, this->limit->soft, this->limit->hard);
}
