#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dispqlen.d - shows how many threads wait for each CPU, sampled 997 times a second.
 * The kernel's counter includes the running thread; the script subtracts it.
 *
 * usage: dispqlen.d			until ^C
 *
 *	CPU 0
 *	           value  ------------- Distribution ------------- count
 *	             < 0 |                                         0
 *	               0 |@@@@@@@                                  52
 *	               1 |                                         3
 *	               2 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@        241
 *	               3 |                                         0
 */
#pragma D option quiet

profile-997
{
	@[cpu] = lquantize(curthread->se.cfs_rq->rq->nr_running - (curthread->pid ? 1 : 0), 0, 32);
}

END
{
	printa("CPU %d%@d\n", @);
}
