#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * concurrency.d - how many threads are inside the kernel's calls at a time: a sample at each entry.
 *
 * usage: concurrency.d -c COMMAND
 *
 *	  threads in calls
 *	           value  ------------- Distribution ------------- count
 *	               0 |                                         0
 *	               1 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 130
 *	               2 |                                         0
 */
#pragma D option quiet

syscall:::entry
/pid == $target/
{
	inside++;
	@["threads in calls"] = lquantize(inside, 0, 8, 1);
}

syscall:::return
/pid == $target && inside > 0/
{
	inside--;
}
