/* SPDX-License-Identifier: BSD-2-Clause */
/* Entries and returns of 64-bit calls, results and errno as Solaris shows them. */
/* flags: -q -c $WORKLOAD */

syscall::getppid:entry,
syscall::close:entry,
syscall::chdir:entry
/pid == $target && (probefunc != "close" || (int)arg0 == -1)/
{
	@entries[probemod, probefunc] = count();
}

syscall::getppid:return,
syscall::close:return,
syscall::chdir:return
/pid == $target && (arg0 == -1 || probefunc == "getppid")/
{
	@returns[probemod, probefunc, errno, arg0 == arg1, probefunc == "getppid" ? 0 : arg0] = count();
}

syscall::chdir:return
/pid == $target && arg0 == 0/
{
	printf("%s succeeds: %d %d\n", probefunc, arg1, errno);
}

END
{
	printa("%s:%s entered %@d times\n", @entries);
	printa("%s:%s errno %d, same %d, result %d: %@d times\n", @returns);
}
/* output:
chdir succeeds: 0 0
x64:chdir entered 21 times
x64:close entered 30 times
x64:getppid entered 1000 times
x64:chdir errno 2, same 1, result -1: 20 times
x64:close errno 9, same 1, result -1: 30 times
x64:getppid errno 0, same 1, result 0: 1000 times

*/
