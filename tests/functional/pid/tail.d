/* flags: -q -c $WORKLOAD */

/* SPDX-License-Identifier: BSD-2-Clause */

/* A jump to another function is a return, whose value is not known yet. */
pid$target:a.out:first:entry,
pid$target:a.out:last:entry
{
	self->depth++;
	@depth[probefunc] = max(self->depth);
}

pid$target:a.out:first:return,
pid$target:a.out:last:return
{
	self->depth--;
	@returns[probefunc] = count();
	@values[probefunc] = sum(arg1);
	@offsets[probefunc] = max(arg0 != 0);
}

END
{
	printa("%s %@d %@d %@d %@d\n", @depth, @returns, @values, @offsets);
}
/* output:
first 1 1000 0 1
last 1 1000 1001000 1

*/
