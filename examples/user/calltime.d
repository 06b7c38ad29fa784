#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * calltime.d - sums the time in functions of a program: calls, total time and own time.
 *
 * usage: calltime.d FUNCTIONS -c COMMAND		a name or a pattern
 *
 *	FUNCTION            CALLS       ALL ns       OWN ns
 *	middle                 10       283331       172738
 *	outer                  10       672328       290027
 *	inner                  20       209563       209563
 */
#pragma D option quiet

pid$target:a.out:$1:entry
{
	self->depth++;
	self->since[self->depth] = timestamp;
	self->children[self->depth] = 0;
}

pid$target:a.out:$1:return
/self->since[self->depth]/
{
	this->took = timestamp - self->since[self->depth];
	@calls[probefunc] = count();
	@all[probefunc] = sum(this->took);
	@own[probefunc] = sum(this->took - self->children[self->depth]);
	self->since[self->depth] = 0;
	self->children[self->depth] = 0;
	self->depth--;
	self->children[self->depth] += this->took;
}

END
{
	printf("%-16s %8s %12s %12s\n", "FUNCTION", "CALLS", "ALL ns", "OWN ns");
	printa("%-16s %@8d %@12d %@12d\n", @calls, @all, @own);
}
