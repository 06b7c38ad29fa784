#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * offcpu.d - how long programs wait off the processors, as histograms.
 *
 * usage: offcpu.d
 *
 *	microseconds off the processor
 *
 *	  sh
 *	           value  ------------- Distribution ------------- count
 *	              16 |                                         0
 *	              32 |@@@@@@@@@@@@@@@@@@@@                     1
 *	              64 |                                         0
 *	             128 |                                         0
 *	             256 |                                         0
 *	             512 |@@@@@@@@@@@@@@@@@@@@                     1
 */
#pragma D option quiet

/* The event fires in the thread that leaves, args[1]; the one that comes is args[2]. Number 0 is idle. */
sdt:sched::sched_switch
/args[1]->pid/
{
	left[args[1]->pid] = timestamp;
}

sdt:sched::sched_switch
/left[args[2]->pid]/
{
	@[stringof(args[2]->comm)] = quantize((timestamp - left[args[2]->pid]) / 1000);
	left[args[2]->pid] = 0;
}

END
{
	printf("microseconds off the processor\n");
	printa(@);
}
