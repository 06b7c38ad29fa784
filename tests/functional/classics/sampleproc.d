/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -Ze */
/*
 * Programs on the CPUs, in percent (idiom: a rate of the command line with a default, two
 * aggregations that are normalized by a global).
 */
#pragma D option quiet
#pragma D option defaultargs

inline int RATE = $1 ? $1 : 100;

dtrace:::BEGIN
{
	printf("Sampling at %d hertz... Hit Ctrl-C to end.\n", RATE);
	total = 0;
}

profile:::profile-97
{
	@Proc[pid, execname] = count();
	@BProc[pid, execname] = count();
	total++;
}

dtrace:::END
{
	printf("\n%5s %-20s %10s %10s\n", "PID", "CMD", "%CPU", "COUNT");
	normalize(@Proc, total / 100 ? total / 100 : 1);
	printa("%5d %-20s %@10d %@10d\n", @Proc, @BProc);
}
/* output:
*/
