#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pytime.d - sums the time in functions of a Python program: calls, total time and own time.
 * CPython 3.11 (Debian's python3) reports entries of functions only when a generator is closed: pycalls.d counts its calls,
 * and the probe line fires for each line of every function.
 *
 * usage: pytime.d -c COMMAND | -p PID
 *
 *	FUNCTION                    CALLS       ALL us       OWN us
 *	report                          1            0            0
 *	order                           3          137          130
 *	price                           6            3            3
 */
#pragma D option quiet

python$target:::function-entry
{
	self->depth++;
	self->since[self->depth] = timestamp;
	self->inner[self->depth] = 0;
}

python$target:::function-return
/!self->since[self->depth]/
{
	missed++;
}

python$target:::function-return
/self->since[self->depth]/
{
	this->name = copyinstr(arg1);
	this->took = timestamp - self->since[self->depth];
	@n[this->name] = count();
	@all[this->name] = sum(this->took / 1000);
	@own[this->name] = sum((this->took - self->inner[self->depth]) / 1000);
	self->since[self->depth] = 0;
	self->inner[self->depth] = 0;
	self->depth--;
	self->inner[self->depth] += this->took;
}

END
{
	printf("%-24s %8s %12s %12s\n", "FUNCTION", "CALLS", "ALL us", "OWN us");
	printa("%-24s %@8d %@12d %@12d\n", @n, @all, @own);
}

END
/missed/
{
	printf("%d returns without an entry: CPython 3.11 and later do not report most entries\n", missed);
}
