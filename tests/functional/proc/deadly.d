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
