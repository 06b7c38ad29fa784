#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * procsystime.d - sums the time of each system call of a process: calls, elapsed time and CPU time.
 *
 * usage: procsystime.d -c COMMAND | -p PID
 *
 *	SYSCALL                 CALLS     ELAPSED ns         CPU ns
 *	set_robust_list             1            381            271
 *	rseq                        1            531            421
 *	arch_prctl                  1            581            451
 *	set_tid_address             1            732            621
 *	prlimit64                   1           2163           2033
 *	read                        1           2553           2433
 *	access                      1           3866           3696
 *	munmap                      1          10506          10175
 *	brk                         1          18107            681
 */
#pragma D option quiet

syscall:::entry
/pid == $target/
{
	self->at = timestamp;
	self->on = vtimestamp;
}

syscall:::return
/self->at/
{
	this->elapsed = timestamp - self->at;
	this->oncpu = vtimestamp - self->on;
	@calls[probefunc] = count();
	@elapsed[probefunc] = sum(this->elapsed);
	@oncpu[probefunc] = sum(this->oncpu);
	@calls["TOTAL:"] = count();
	@elapsed["TOTAL:"] = sum(this->elapsed);
	@oncpu["TOTAL:"] = sum(this->oncpu);
	self->at = 0;
	self->on = 0;
}

END
{
	printf("%-20s %8s %14s %14s\n", "SYSCALL", "CALLS", "ELAPSED ns", "CPU ns");
	printa("%-20s %@8d %@14d %@14d\n", @calls, @elapsed, @oncpu);
}
