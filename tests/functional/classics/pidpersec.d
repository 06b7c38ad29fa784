/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -Ze */
/*
 * New processes per second (idiom: a global that ticks read and reset).
 */
#pragma D option quiet

dtrace:::BEGIN
{
	printf("%-22s %8s %6s\n", "TIME", "LASTPID", "PID/s");
	pids = 0;
}

proc:::create
{
	pids++;
	last = args[0]->pr_pid;
}

profile:::tick-1sec
{
	printf("%-22Y %8d %6d\n", walltimestamp, last, pids);
	pids = 0;
}
/* output:
*/
