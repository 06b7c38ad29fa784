#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * hotuser.d - the hot functions of a process: where its program counter is when the clock ticks.
 *
 * usage: hotuser.d -c COMMAND | -p PID
 *
 *	FUNCTION                                          SAMPLES
 *	act`burn                                               40
 */
#pragma D option quiet

profile:::profile-997
/pid == $target && arg1/
{
	@[usym(arg1)] = count();
}

END
{
	printf("%-48s %8s\n", "FUNCTION", "SAMPLES");
	printa("%-48A %@8d\n", @);
}
