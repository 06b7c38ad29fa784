#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * faults.d - a mistake at run time fires ERROR: here a null pointer and a division, named; tracing goes on.
 *
 * usage: faults.d
 *
 *	clause 2, action 1: fault 1
 *	clause 3, action 2: fault 4
 *	after 2 faults
 */
#pragma D option quiet

ERROR
{
	printf("clause %d, action %d: fault %d\n", arg1, arg2, arg4);
	faults++;
}

BEGIN
{
	trace(*(int *)NULL);
}

BEGIN
{
	trace(1 / faults);
	trace(1 / (faults - faults));
}

BEGIN
{
	printf("after %d faults\n", faults);
	exit(0);
}
