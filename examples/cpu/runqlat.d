#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * runqlat.d - measures the latency of scheduling: how long runnable threads wait for a CPU, by program.
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

sdt:sched::sched_wakeup, sdt:sched::sched_wakeup_new
{
	ready[args[0]->pid] = timestamp;
}

sdt:sched::sched_switch
/ready[args[2]->pid]/
{
	@[stringof(args[2]->comm)] = quantize((timestamp - ready[args[2]->pid]) / 1000);
	ready[args[2]->pid] = 0;
}

END
{
	printf("microseconds from ready to running\n");
	printa(@);
}
