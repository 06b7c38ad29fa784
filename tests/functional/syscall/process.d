/* SPDX-License-Identifier: BSD-2-Clause */
/* Entry fires always; fork, vfork and clone return twice, exit and exit_group never. */
/* flags: -q -c $WORKLOAD */

syscall::fork:, syscall::vfork:, syscall::clone:, syscall::exit:, syscall::exit_group:
/pid == $target || ppid == $target/
{
	@calls[probefunc, probename] = count();
}

syscall::execve:entry
/pid == $target/
{
	seen = 1;
	@calls[probefunc, probename] = count();
}

syscall::execve:return
/pid == $target && seen/
{
	@calls[probefunc, probename] = count();
	printf("execve %d %d\n", (int)arg0, errno);
}

syscall::fork:return, syscall::vfork:return, syscall::clone:return
/ppid == $target/
{
	printf("%s in the child: %d\n", probefunc, arg1);
}

END
{
	printa("%s:%s %@d\n", @calls);
}
/* output:
fork in the child: 0
vfork in the child: 0
clone in the child: 0
execve -1 2
execve 0 0
clone:entry 1
exit:entry 1
fork:entry 1
vfork:entry 1
clone:return 2
execve:entry 2
execve:return 2
fork:return 2
vfork:return 2
exit_group:entry 3

*/
