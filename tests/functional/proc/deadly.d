/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -x aggsortkey -c $WORKLOAD */
/* A signal is handled by a handler or by ending the process: once, however many threads end. */
proc:::signal-handle
/ppid == $target/
{
	@[args[0], args[2] ? "a handler" : "ends it"] = count();
}

END
{
	printa("%d %s: %@d\n", @);
}
/* output:
6 ends it: 1
9 ends it: 2
10 a handler: 1
11 ends it: 1
14 ends it: 1
15 ends it: 1

*/
