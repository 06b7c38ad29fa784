/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -Z -e */
/*
 * PHP functions as a tree with files and lines (idiom: -F without its arrows, self->depth).
 */
#pragma D option quiet

php*:::function-entry
/arg0/
{
	printf("%3d %*s-> %s (%s:%d)\n", cpu, 2 * self->depth, "", copyinstr(arg0),
	    basename(copyinstr(arg1)), (int)arg2);
	self->depth++;
}

php*:::function-return
/arg0/
{
	self->depth -= self->depth > 0;
	printf("%3d %*s<- %s\n", cpu, 2 * self->depth, "", copyinstr(arg0));
}

php*:::error
{
	printf("%s at %s:%d\n", copyinstr(arg0), copyinstr(arg1), (int)arg2);
}
/* output:
*/
