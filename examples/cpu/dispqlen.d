#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dispqlen.d - how many threads wait in the queue of each processor, in a thousand samples a second.
 * The one that runs, which the kernel counts as well, does not wait.
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
