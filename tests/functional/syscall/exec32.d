/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: 32-bit */
/* A successful execve returns as the call of the new program's ABI. */
/* flags: -q -c $WORKLOAD */

syscall::execve:entry
/pid == $target/
{
	@[probemod, probename, 0, 0] = count();
	seen = 1;
}

syscall::execve:return
/pid == $target && seen/
{
	@[probemod, probename, (int)arg0, errno] = count();
}

syscall::listxattr:return, syscall::fcntl64:return, syscall::socket:return
/pid == $target/
{
	@[probefunc, "wrong", 0, 0] = count();
}

END
{
	printa("%s %s %d %d: %@d\n", @);
}
/* output:
x32 return 0 0: 2
x32 return -1 2: 2
x64 return 0 0: 2
x64 return -1 2: 2
x32 entry 0 0: 4
x64 entry 0 0: 4

*/
