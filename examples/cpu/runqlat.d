#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * runqlat.d - measures the latency of run queues: how long runnable threads wait for a CPU, by program.
 *
 * usage: runqlat.d
 *
 *	microseconds from ready to running
 *
 *	  act
 *	           value  ------------- Distribution ------------- count
 *	               2 |                                         0
 *	               4 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1
 *	               8 |                                         0
 *
 *	  collect2
 *	           value  ------------- Distribution ------------- count
 */
#pragma D option quiet

/* After a wake-up, and after another thread took its CPU. */
sched:::enqueue
{
	ready[args[0]->pr_lwpid] = timestamp;
}

sched:::dequeue
/ready[args[0]->pr_lwpid]/
{
	@[args[1]->pr_fname] = quantize((timestamp - ready[args[0]->pr_lwpid]) / 1000);
	ready[args[0]->pr_lwpid] = 0;
}

END
{
	printf("microseconds from ready to running\n");
	printa(@);
}
