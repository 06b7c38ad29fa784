#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * latency.d - shows the distribution of the time from entry to return of functions of a program, under full load.
 *
 * usage: latency.d FUNCTIONS {-p PID | -c COMMAND}		a name or a pattern
 *
 *	  inner
 *	           value  ------------- Distribution ------------- count
 *	            64ns |                                         0
 *	           128ns |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@       17
 *	           256ns |@@@@                                     2
 *	           512ns |@@                                       1
 *	         1.024us |                                         0
 *
 * A call that itself calls such a function includes that time. The stack pointer tells calls apart: it is the same at the entry and
 * the return of a call, so calls that an exception or longjmp() leaves do no harm.
 */
#pragma D option quiet
#pragma D option engine=inprocess
#pragma D option aggunits=ns

pid$target:a.out:$1:entry
{
	self->since[uregs[R_SP]] = timestamp;
}

pid$target:a.out:$1:return
/self->since[uregs[R_SP]]/
{
	@[probefunc] = quantize(timestamp - self->since[uregs[R_SP]]);
	self->since[uregs[R_SP]] = 0;
}
