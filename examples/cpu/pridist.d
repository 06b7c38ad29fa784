#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pridist.d - priorities at which programs run, in samples.
 *
 * usage: pridist.d [-c COMMAND | -p PID]
 *
 *	  as
 *	           value  ------------- Distribution ------------- count
 *	             115 |                                         0
 *	             120 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1
 *	             125 |                                         0
 *
 *	  bash
 *	           value  ------------- Distribution ------------- count
 *	             115 |                                         0
 *	             120 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1
 */
#pragma D option quiet
#pragma D option confine

profile-997hz
/pid/
{
	@[execname] = lquantize(curlwpsinfo->pr_pri, 0, 140, 5);
}
