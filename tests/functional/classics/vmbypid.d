/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -Ze */
/*
 * Memory events by process (idiom: probename as key, the increment in arg0).
 */
#pragma D option quiet

vminfo:::pgin, vminfo:::pgout, vminfo:::maj_fault, vminfo:::as_fault, vminfo:::zfod
{
	@vm[execname, pid, probename] = sum(arg0);
}

sysinfo:::readch, sysinfo:::writech
{
	@io[execname, probename] = sum(arg0);
}

dtrace:::END
{
	printa("%16s %6d %-12s %@d\n", @vm);
	printa("%16s %-12s %@d\n", @io);
}
/* output:
*/
