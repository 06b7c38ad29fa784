/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -Z -e */
/*
 * Perl subroutines by user and file (idiom: uid and execname in a key).
 */
#pragma D option quiet

perl*:::sub-entry
{
	@lines[uid, pid, basename(copyinstr(arg1)), copyinstr(arg0)] = count();
	self->last = copyinstr(arg0);
}

perl*:::sub-return
/self->last != NULL && self->last == copyinstr(arg0)/
{
	@leaves[self->last] = count();
	self->last = 0;
}

dtrace:::END
{
	printf("%6s %6s %-20s %-30s %8s\n", "UID", "PID", "FILE", "SUB", "CALLS");
	printa("%6d %6d %-20s %-30s %@8d\n", @lines);
}
/* output:
*/
