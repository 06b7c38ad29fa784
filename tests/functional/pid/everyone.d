/* flags: -q -c $WORKLOAD */

/* SPDX-License-Identifier: BSD-2-Clause */

/* pid* is every process, pid$target the one alone. */
pid*:everyone:work:entry
{
	@[pid == $target ? "target" : "others", probeprov] = count();
}

pid$target:everyone:work:entry
{
	@alone = count();
}

END
{
	printa("%s %s %@d\n", @);
	printa("%@d\n", @alone);
}
/* output:
target pid* 100
others pid* 110
100

*/
