/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -Z -e */
/*
 * PostgreSQL: queries, transactions, locks that are waited for (idiom: one clause for several
 * probes, told apart by probename).
 */
#pragma D option quiet

postgresql*:::query-start
{
	self->q = timestamp;
	self->text = copyinstr(arg0);
}

postgresql*:::query-done
/self->q/
{
	@time[self->text] = quantize((timestamp - self->q) / 1000);
	self->q = 0;
	self->text = 0;
}

postgresql*:::transaction-start, postgresql*:::transaction-commit, postgresql*:::transaction-abort
{
	@[probename] = count();
}

postgresql*:::lwlock-wait-start
{
	@locks[copyinstr(arg0)] = count();
}

tick-1s
{
	printa("%-20s %@8d\n", @);
	clear(@);
}
/* output:
*/
