#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * zeroreads.d - reads that hit the end of the file, by program: each cost a call to learn nothing.
 *
 * usage: zeroreads.d [-c COMMAND | -p PID]
 *
 *	EXEC                READS    EMPTY
 *	act                     1        0
 *	virtiofsd              10        0
 *	reader                 10        7
 *	python3                23        0
 *	qemu-system-x86        36        0
 *	mandb                 580      290
 */
#pragma D option quiet
#pragma D option confine

syscall::read:return
/errno == 0/
{
	@reads[execname] = count();
	@empty[execname] = sum(arg0 == 0);
}

END
{
	printf("%-16s %8s %8s\n", "EXEC", "READS", "EMPTY");
	printa("%-16s %@8d %@8d\n", @reads, @empty);
}
