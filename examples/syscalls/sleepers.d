#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * sleepers.d - who asks to sleep, and how long: the request in the caller's memory.
 *
 * usage: sleepers.d [-c COMMAND | -p PID]
 *
 *	EXEC                       us    TIMES
 *	act                       250        1
 *	act                       100        3
 *	qemu-system-x86         10000        5
 */
#pragma D option quiet
#pragma D option confine

struct nap {
	int64_t seconds;
	int64_t nanoseconds;
};

syscall::nanosleep:entry
{
	this->nap = (struct nap *)copyin(arg0, sizeof (struct nap));
	@[execname, this->nap->seconds * 1000000 + this->nap->nanoseconds / 1000] = count();
}

syscall::clock_nanosleep:entry
{
	this->nap = (struct nap *)copyin(arg2, sizeof (struct nap));
	@[execname, this->nap->seconds * 1000000 + this->nap->nanoseconds / 1000] = count();
}

END
{
	printf("%-16s %12s %8s\n", "EXEC", "us", "TIMES");
	printa("%-16s %12d %@8d\n", @);
}
