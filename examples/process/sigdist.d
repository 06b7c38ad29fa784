#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * sigdist.d - signals by sender, receiver and number.
 *
 * usage: sigdist.d [-c COMMAND | -p PID]
 *
 *	SENDER           RECEIVER         SIGNAL  COUNT
 *	cat              bash                 17      1
 *	cc1              cc                   17      1
 *	dtrace           bash                 17      1
 *	noisy            dtrace               17      1
 *	noisy            noisy                15      1
 *	noisy            noisy                17      1
 *	tr               bash                 17      1
 *	bash             bash                 17      2
 *	noisy            noisy                12      2
 */
#pragma D option quiet
#pragma D option confine

sdt:signal::signal_generate
{
	@[execname, stringof(args[2]->comm), args[0]] = count();
}

END
{
	printf("%-16s %-16s %6s %6s\n", "SENDER", "RECEIVER", "SIGNAL", "COUNT");
	printa("%-16s %-16s %6d %@6d\n", @);
}
