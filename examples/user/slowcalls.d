#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * slowcalls.d - prints calls of a function that take longer than a limit, with their argument.
 *
 * usage: slowcalls.d FUNCTION MICROSECONDS -c COMMAND
 *
 *	burn(10000) took 68 us
 *	burn(10000) took 15 us
 */
#pragma D option quiet

inline int LIMIT = $2 * 1000;

pid$target:a.out:$1:entry
{
	self->since = timestamp;
	self->what = arg0;
}

pid$target:a.out:$1:return
/self->since && timestamp - self->since > LIMIT/
{
	printf("%s(%d) took %d us\n", probefunc, self->what, (timestamp - self->since) / 1000);
}

pid$target:a.out:$1:return
{
	self->since = 0;
	self->what = 0;
}
