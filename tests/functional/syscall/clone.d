/* SPDX-License-Identifier: BSD-2-Clause */
/* exit_group does not return, execve returns into another program. Whether clone returns in the child depends on the processor. */
/* flags: -q -c $WORKLOAD */

syscall::clone:entry
/pid == $target/
{
	seen = 1;
}

syscall::clone:, syscall::exit_group:, syscall::execve:
/seen && (pid == $target || ppid == $target && probefunc != "clone")/
{
	@calls[probefunc, probename] = count();
}

syscall::execve:return
/pid == $target && seen/
{
	printf("execve %d %d\n", (int)arg0, errno);
}

END
{
	printa("%s:%s %@d\n", @calls);
}
/* output:
execve -1 2
execve 0 0
clone:entry 1
clone:return 1
execve:entry 2
execve:return 2
exit_group:entry 2

*/
