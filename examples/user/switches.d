#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * switches.d - is a function interrupted by switches to other threads?
 *
 * usage: switches.d FUNCTION -c COMMAND
 *
 *	do_sleep: entered 8 times
 *	do_sleep: left the processor 8 times
 */
#pragma D option quiet

pid$target:a.out:$1:entry
{
	self->function = probefunc;
	@entered[probefunc] = count();
}

sdt:sched::sched_switch
/self->function != NULL/
{
	@left[self->function] = count();
}

pid$target:a.out:$1:return
{
	self->function = NULL;
}

END
{
	printa("%s: entered %@d times\n", @entered);
	printa("%s: left the processor %@d times\n", @left);
}
