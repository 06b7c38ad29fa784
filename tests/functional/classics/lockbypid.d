/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -Z -e */
/*
 * Kernel locks that processes wait for (idiom: lockstat's time in arg1, stack() in a key,
 * trunc()).
 */
#pragma D option quiet

lockstat:::adaptive-block, lockstat:::adaptive-spin
{
	@ns[probename, execname] = sum(arg1);
	@where[probename, stack(4)] = quantize(arg1);
}

lockstat:::rw-block
/arg1 > 1000000/
{
	@[execname, arg2 == 0 ? "writer" : "reader"] = count();
}

dtrace:::END
{
	trunc(@where, 5);
	printa("%-20s %-16s %@12d\n", @ns);
}
/* output:
*/
