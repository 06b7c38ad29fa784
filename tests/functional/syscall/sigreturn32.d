/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: 32-bit */
/* 32-bit code has two calls for it; both return as sigreturn. */
/* flags: -q -c $WORKLOADS/sigreturn.32 */

syscall:?32:sigreturn:entry, syscall:?32:rt_sigreturn:entry
/pid == $target/
{
	@entries[probemod] = count();
}

syscall:?32:sigreturn:return
/pid == $target/
{
	@returns[probemod, probefunc, errno] = count();
}

END
{
	printa("%s enters %@d\n", @entries);
	printa("%s:%s returns, errno %d: %@d\n", @returns);
}
/* output:
x32 enters 5
x32:sigreturn returns, errno 0: 5

*/
