#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * runtime.d - a command's time: elapsed, on a processor in its first thread, and where it went.
 *
 * usage: runtime.d -c COMMAND
 *
 *	elapsed 115132 us
 *	on processor 20013 us
 *	system calls 4830, 2650 us, of these on processor 18446744073709720 us
 */
#pragma D option quiet

BEGIN
{
	start = timestamp;
}

syscall:::entry
/pid == $target/
{
	self->on = vtimestamp;
	self->at = timestamp;
}

syscall:::return
/self->at/
{
	@calls = count();
	@on = sum((vtimestamp - self->on) / 1000);
	@all = sum((timestamp - self->at) / 1000);
	self->on = 0;
	self->at = 0;
}

sdt:sched::sched_process_exit
/pid == $target && pid == tid/
{
	printf("elapsed %d us\n", (timestamp - start) / 1000);
	printf("on processor %d us\n", curthread->se.sum_exec_runtime / 1000);
}

END
{
	printa("system calls %@d, %@d us, of these on processor %@d us\n", @calls, @all, @on);
}
