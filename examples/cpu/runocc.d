#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * runocc.d - how busy each processor is: samples that found the idle thread, and others.
 *
 * usage: runocc.d [SECONDS]		until ^C
 *
 *	 CPU   BUSY %    SAMPLES
 *	   1      100         43
 *	   0      100         44
 */
#pragma D option quiet
#pragma D option defaultargs

profile-997
{
	@busy[cpu] = avg(pid != 0 ? 100 : 0);
	@samples[cpu] = count();
}

tick-1s
/++seconds == $1/
{
	exit(0);
}

END
{
	printf("%4s %8s %10s\n", "CPU", "BUSY %", "SAMPLES");
	printa("%4d %@8d %@10d\n", @busy, @samples);
}
