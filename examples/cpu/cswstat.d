#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cswstat.d - turns of threads on each processor, and how long they last.
 *
 * usage: cswstat.d [SECONDS]		until ^C
 *
 *	 CPU      TURNS     AVERAGE us
 *	   1         45           1110
 *	   0        432            112
 */
#pragma D option quiet
#pragma D option defaultargs

sdt:sched::sched_switch
/since[args[1]->pid]/
{
	@turns[cpu] = count();
	@average[cpu] = avg((timestamp - since[args[1]->pid]) / 1000);
	since[args[1]->pid] = 0;
}

/* Every idle thread has the number 0. */
sdt:sched::sched_switch
/args[2]->pid/
{
	since[args[2]->pid] = timestamp;
}

tick-1s
/++seconds == $1/
{
	exit(0);
}

END
{
	printf("%4s %10s %14s\n", "CPU", "TURNS", "AVERAGE us");
	printa("%4d %@10d %@14d\n", @turns, @average);
}
