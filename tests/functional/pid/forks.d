/* flags: -c $WORKLOAD */

/* SPDX-License-Identifier: BSD-2-Clause */

/* Only the process itself, also after it has executed another image of the same file. */
#pragma D option quiet

pid$target:forks:work:entry
{
	@[pid == $target] = count();
}

END
{
	printa("%d %@d\n", @);
}
/* output:
1 2

*/
