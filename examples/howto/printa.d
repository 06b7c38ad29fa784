#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * printa.d - printa with several aggregations of the same keys: one row, a column each; sorting by choice.
 *
 * usage: printa.d -c COMMAND
 *
 *	sorted by failures        CALLS     FAILED %
 *	execve                        0          0
 *	arch_prctl                    1          0
 *	brk                           1          0
 *	exit_group                    1          0
 *	munmap                        1          0
 *	prlimit64                     1          0
 *	rseq                          1          0
 *	set_robust_list               1          0
 *	set_tid_address               1          0
 */
#pragma D option quiet
#pragma D option aggsortpos=1

syscall:::entry
/pid == $target/
{
	@calls[probefunc] = count();
}

syscall:::return
/pid == $target/
{
	@failed[probefunc] = sum(errno != 0);
}

END
{
	printf("%-20s %10s %10s %%\n", "sorted by failures", "CALLS", "FAILED");
	printa("%-20s %@10u %@10u\n", @calls, @failed);
	setopt("aggsortpos", "0");
	setopt("aggsortrev");
	printf("most calls first\n");
	printa("%-20s %@10u %@10u\n", @calls, @failed);
}
