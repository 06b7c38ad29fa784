/* SPDX-License-Identifier: BSD-2-Clause */
/* sigreturn returns the interrupted call's result and no error. */
/* flags: -q -c $WORKLOAD */

syscall::rt_sigreturn:
/pid == $target/
{
	@calls[probemod, probefunc, probename, errno] = count();
}

syscall::ppoll:return
/pid == $target/
{
	@calls[probemod, probefunc, probename, errno] = count();
}

syscall::rt_sigreturn:return
/pid == $target/
{
	@results[(int)arg1] = count();
}

END
{
	printa("%s:%s:%s errno %d: %@d\n", @calls);
	printa("result %d: %@d\n", @results);
}
/* output:
x64:ppoll:return errno 4: 5
x64:rt_sigreturn:entry errno 0: 5
x64:rt_sigreturn:return errno 0: 5
result -4: 5

*/
