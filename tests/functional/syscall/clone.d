/* SPDX-License-Identifier: BSD-2-Clause */
/* clone returns twice, exit_group never, execve into another program. */
/* flags: -q -c $WORKLOAD */

syscall::clone:entry
/pid == $target/
{
	seen = 1;
}

syscall::clone:, syscall::exit_group:, syscall::execve:
/seen && (pid == $target || ppid == $target)/
{
	@calls[probefunc, probename] = count();
}

syscall::execve:return
/pid == $target && seen/
{
	printf("execve %d %d\n", (int)arg0, errno);
}

syscall::clone:return
/ppid == $target/
{
	printf("%s in the child: %d\n", probefunc, arg1);
}

END
{
	printa("%s:%s %@d\n", @calls);
}
/* output:
clone in the child: 0
execve -1 2
execve 0 0
clone:entry 1
clone:return 2
execve:entry 2
execve:return 2
exit_group:entry 2

*/
