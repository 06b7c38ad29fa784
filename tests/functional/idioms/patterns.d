/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -c $WORKLOAD */
/*
 * Patterns in descriptions of system calls enable families of calls with one clause. Providers are
 * spelled out (dtrace:::BEGIN, profile:::tick-5sec) or omitted, as in published scripts.
 */
#pragma D option quiet

dtrace:::BEGIN
{
	printf("tracing %d\n", $target == 0);
}

syscall::read*:entry, syscall::write*:entry, syscall::pread*:entry
/pid == $target && arg0 == 77/
{
	@["began", probefunc] = count();
}

syscall::*write*:entry
/pid == $target && arg2 == 7/
{
	@["7 bytes to write", probefunc] = count();
}

syscall::read*:return, syscall::*write*:return
/pid == $target && (int)arg0 == 7/
{
	@["moved 7 bytes", probefunc] = count();
}

syscall::send*:entry, syscall::recv*:entry, syscall::connect*:entry, syscall::accept*:entry
/pid == $target/
{
	@["network", probefunc] = count();
}

syscall::connect*:return, syscall::accept*:return
/pid == $target && errno/
{
	@["refused", probefunc] = count();
}

profile:::tick-5sec, tick-10sec
{
	printf("still here\n");
}

/* Published scripts sample at this rate. */
profile:::profile-1001hz
/pid == $target/
{
	samples++;
}

dtrace:::END
{
	printa("%s: %s %@d\n", @);
}
/* output:
tracing 0
began: read 1
network: accept 1
network: connect 1
network: recvfrom 1
network: sendto 1
refused: accept 1
refused: connect 1
7 bytes to write: write 2
began: pread64 2
began: write 2
moved 7 bytes: write 2

*/
