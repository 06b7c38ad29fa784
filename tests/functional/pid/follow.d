/* flags: -q -x follow -c $WORKLOADS/everyone */
/* engine: in the kernel: work() has no room for a jump */

/* SPDX-License-Identifier: BSD-2-Clause */

/* With -x follow the target's probes fire in its children as well. */
pid$target:everyone:work:entry
{
	@[pid == $target ? "target" : "children"] = count();
}

pid$target:libc:_exit:entry
{
	@exits = count();
}

END
{
	printa("%s %@d\n", @);
	printa("%@d\n", @exits);
}
/* output:
target 100
children 110
3

*/
