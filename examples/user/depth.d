#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * depth.d - how deep a function recurses.
 *
 * usage: depth.d FUNCTION -c COMMAND
 *
 *	23 calls, 13 deep
 */
#pragma D option quiet

pid$target:a.out:$1:entry
{
	@deepest = max(++self->level);
	@calls = count();
}

pid$target:a.out:$1:return
{
	self->level--;
}

END
{
	printa("%@d calls, %@d deep\n", @calls, @deepest);
}
