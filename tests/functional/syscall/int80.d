/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: 32-bit x86-64 */
/* The ABI is that of the call, not that of the program. */
/* flags: -q -c $WORKLOAD */

syscall::getppid:
/pid == $target/
{
	@calls[probemod, probefunc, probename] = count();
}

syscall:x32:close:entry
/pid == $target/
{
	printf("%x %d\n", arg0, args[0]);
}

syscall:x32:close:return
/pid == $target/
{
	printf("%d %d\n", (int)arg1, errno);
}

END
{
	printa("%s:%s:%s %@d\n", @calls);
}
/* output:
fffffff0 -16
-1 9
fffffff0 -16
-1 9
x64:getppid:entry 3
x64:getppid:return 3
x32:getppid:entry 5
x32:getppid:return 5

*/
