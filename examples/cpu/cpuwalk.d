#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cpuwalk.d - on which processors each program runs: is the work spread?
 *
 * usage: cpuwalk.d [-c COMMAND | -p PID]
 *
 *	     kworker/0:3 8927
 *	           value  ------------- Distribution ------------- count
 *	             < 0 |                                         0
 *	               0 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1
 *	               1 |                                         0
 *
 *	              sh 17685
 *	           value  ------------- Distribution ------------- count
 *	             < 0 |                                         0
 *	               0 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1
 */
#pragma D option quiet
#pragma D option confine

profile:::profile-997
/pid/
{
	@[execname, pid] = lquantize(cpu, 0, 128, 1);
}

END
{
	printa("%16s %d %@d\n", @);
}
