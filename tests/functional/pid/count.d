/* flags: -q -c $WORKLOAD */

/* SPDX-License-Identifier: BSD-2-Clause */

/* Every call and every return of every thread, with arguments and values. */
pid$target:a.out:work:entry
{
	@calls[arg0] = count();
	@sum = sum(arg1);
}

pid$target:a.out:work:return
{
	@values = sum(arg1);
	@offset = max(arg0 != 0);
}

END
{
	printa("%d %@d\n", @calls);
	printa("%@d\n", @sum);
	printa("%@d\n", @values);
	printa("%@d\n", @offset);
}
/* output:
0 10000
1 10000
2 10000
3 10000
4 10000
5 10000
6 10000
7 10000
399960000
400800000
1

*/
